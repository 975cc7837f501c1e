export async function startLive(_app: HTMLElement): Promise<void> {}
