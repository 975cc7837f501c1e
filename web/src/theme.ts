// Light or dark: as the system has it, until chosen otherwise.

import { h } from "./dom";
import { dark } from "./player";

const KEY = "nge-theme";

/** Take the theme that was chosen before, or the system's and its changes. */
export function followTheme(changed: () => void): void {
  const wish = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => (document.documentElement.dataset.theme = remembered() ?? (wish.matches ? "dark" : "light"));
  follow();
  wish.addEventListener("change", () => {
    follow();
    changed();
  });
}

export function themeButton(changed: () => void): HTMLElement {
  followTheme(changed);
  const button = h("button.theme", { type: "button", title: "light or dark", "aria-label": "light or dark" });
  button.addEventListener("click", () => {
    const next = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    remember(next);
    changed();
  });
  return button;
}

// A browser may refuse to remember anything for a file.
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // then it lasts until the page is closed
  }
}
