// The stage: a body in 3D, at rest or in a recorded episode, with a camera to be moved by hand.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { aside, atRest, cameraAxes, eyes, lift, reach, VIEWS } from "./body";
import { unpacked, type Part } from "./data";
import { download, fileName, h } from "./dom";
import type { DrawnTerrain, Frame, RecordedEpisode, Solid } from "./schema";
import { drawBody } from "./thumb";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const FIELD_OF_VIEW = 30; // degrees
const STEADY = 0.7; // s; the camera goes where the body is on average this long before and after

const SAMPLES = Array.from({ length: 32 }, (_, i) => i / 31); // of an episode, to see how much room it needs

export type Mark = "added" | "changed" | "removed" | "same";

export interface Shown {
  body: Part[];
  floor: boolean;
  label: string;
  episode?: RecordedEpisode | null;
  /** What became of each part, for a comparison; unmarked parts keep their colours. */
  marks?: Mark[];
  /** Why there is no episode. */
  still?: string;
}

const MARKED: Record<Mark, { colour: number; opacity: number } | null> = {
  added: { colour: 0x0072b2, opacity: 1 },
  changed: { colour: 0xe07b1a, opacity: 1 },
  removed: { colour: 0x8a3b6e, opacity: 0.55 },
  same: { colour: 0xb9c0c9, opacity: 1 },
};

const SCENES = {
  day: { haze: 0xe6edf4, ground: ["#e9edf2", "#dbe2ea"], line: "#f7f9fb", square: 0.5, terrain: "#d8c6a8" },
  night: { haze: 0x171d25, ground: ["#1f2731", "#252e39"], line: "#2f3a47", square: 0.5, terrain: "#4b4336" },
  sea: { haze: 0x7cc4d0, ground: ["#4a9db1", "#4294a9"], line: "#5cabbd", square: 0.1, terrain: "#4294a9" },
  deep: { haze: 0x123641, ground: ["#174552", "#1b4d5b"], line: "#235a69", square: 0.1, terrain: "#1b4d5b" },
};

const OBJECT = 0xc98b4b;

/** Whether pages are dark now. */
export function dark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export class Player {
  readonly element: HTMLElement;
  private readonly stage = h("div.stage", {
    tabindex: 0,
    role: "application",
    "aria-label": "3D view; space plays, arrows left and right step, drag turns",
  });
  private readonly button = h("button.play", { type: "button", "aria-label": "play" });
  private readonly slider = h("input.scrub", { type: "range", min: 0, value: 0, step: "any", "aria-label": "time" }) as HTMLInputElement;
  private readonly clock = h("output.clock");
  private readonly pace = h("button.pace", { type: "button", "aria-label": "speed" }, "1×");
  private readonly bar: HTMLElement;
  private readonly filming = h("button.tool", { type: "button", onclick: () => this.film() });
  private readonly full = h("button.tool.full", { type: "button", title: "full screen", "aria-label": "full screen", onclick: () => this.fill() });
  private recorder: MediaRecorder | null = null;
  /** Stands in for the stage where there is no WebGL. */
  private flat: HTMLCanvasElement | null = null;
  private readonly note = h("p.still-note");
  private readonly caption = h("p.stage-label");
  private renderer: THREE.WebGLRenderer | null = null;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  private controls!: OrbitControls;
  private readonly sun = new THREE.DirectionalLight(0xffffff, 1.9);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x9aa4b0, 1.7);
  private ground: THREE.Mesh | null = null;
  private terrain: THREE.Mesh[] = [];
  private parts: THREE.Group[] = [];
  private shown: Shown | null = null;
  private frames: Float32Array | null = null;
  private count = 0;
  private fps = 25;
  private shift: number[] = [];
  private time = 0;
  private playing = false;
  private speed = 1;
  private visible = false;
  private wanted = true;
  private before = 0;
  private running = 0;
  private readonly place = new THREE.Vector3();
  private path: THREE.Vector3[] | null = null;
  private extent = 1;
  private readonly watcher: (() => void)[] = [];

  constructor(private readonly autoplay = true) {
    this.bar = h("div.controls", {}, this.button, this.slider, this.clock, this.pace);
    const still = h("button.tool", { type: "button", title: "download this picture", onclick: () => this.picture() }, "PNG");
    this.element = h("div.player", {}, this.stage, this.caption, this.note, h("div.stage-tools", {}, still, this.filming, document.fullscreenEnabled && this.full), this.bar);
    this.button.addEventListener("click", () => this.toggle());
    this.pace.addEventListener("click", () => this.faster());
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.stage.addEventListener("keydown", (event) => this.key(event));
    const seen = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      this.wake();
    });
    seen.observe(this.element);
    const resized = new ResizeObserver(() => this.resize());
    resized.observe(this.stage);
    this.watcher.push(() => seen.disconnect(), () => resized.disconnect());
    this.open();
  }

  private open(): void {
    try {
      this.renderer = new THREE.WebGLRenderer({ antialias: true, powerPreference: "low-power" });
    } catch {
      this.flat = h("canvas.flat", { role: "img", "aria-label": "the body at rest" }) as HTMLCanvasElement;
      this.stage.append(this.flat);
      return;
    }
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.NoToneMapping;
    this.stage.append(this.renderer.domElement);
    this.renderer.domElement.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.renderer.domElement.style.touchAction = "pan-y"; // a finger that goes up scrolls the page
    this.controls.enablePan = false;
    this.controls.enableZoom = true;
    this.controls.maxPolarAngle = Math.PI * 0.499;
    this.controls.addEventListener("change", () => this.draw());
    // A wheel scrolls the page unless the stage has been chosen.
    this.renderer.domElement.addEventListener(
      "wheel",
      (event) => {
        if (document.activeElement !== this.stage && !event.ctrlKey) event.stopImmediatePropagation();
      },
      { capture: true },
    );
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.scene.add(this.sun, this.sun.target, this.sky);
  }

  /** Put a body on the stage. */
  show(shown: Shown): void {
    this.shown = shown;
    const { body, floor, episode } = shown;
    this.caption.textContent = shown.label;
    this.note.textContent = this.flat ? "A still picture: this browser shows no 3D, because WebGL is off." : episode ? "" : (shown.still ?? "");
    this.bar.hidden = !episode || !this.renderer;
    this.filming.hidden = !episode || !filmType() || !this.renderer;
    this.endFilm(false);
    if (this.flat) return this.sketch();
    for (const part of this.parts) this.scene.remove(part);
    this.shift = aside(body, floor);
    this.parts = body.map((part, row) => this.made(part, row, shown.marks?.[row]));
    for (const solid of episode?.objects ?? []) {
      const material = new THREE.MeshStandardMaterial({ color: OBJECT, roughness: 0.62 });
      this.parts.push(new THREE.Group().add(mesh(solid, material)));
      this.shift.push(0);
    }
    this.scene.add(...this.parts);
    this.frames = episode ? unpacked(episode) : null;
    this.count = episode ? episode.frames.length / (episode.parts * 7) : 0;
    this.fps = episode?.fps ?? 25;
    this.path = this.frames && smoothed(this.frames, this.parts.length * 7, this.count, Math.round(STEADY * this.fps));
    this.extent = reach(body, atRest(body));
    this.slider.max = String(Math.max(0, this.count - 1) / this.fps);
    this.playing = !!episode && this.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.time = 0;
    this.furnish();
    this.pose();
    this.frame();
    this.label();
    this.wake();
  }

  /** Take on the colours of the theme. */
  furnish(): void {
    if (!this.shown) return;
    if (this.flat) return this.sketch();
    const look = this.shown.floor ? (dark() ? SCENES.night : SCENES.day) : dark() ? SCENES.deep : SCENES.sea;
    const size = this.extent;
    this.scene.background = new THREE.Color(look.haze);
    this.scene.fog = new THREE.Fog(look.haze, 5 * size, 26 * size);
    this.sky.intensity = dark() ? 1.25 : 1.75;
    this.sky.groundColor.set(dark() ? 0x303a46 : 0xa9b2bd);
    if (this.ground) {
      this.scene.remove(this.ground);
      this.ground.geometry.dispose();
    }
    const texture = new THREE.CanvasTexture(tiles(look.ground, look.line));
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.anisotropy = 8;
    const side = 80 * size;
    const square = this.shown.floor ? look.square : Math.max(look.square, size / 3);
    texture.repeat.set(side / (2 * square), side / (2 * square));
    this.ground = new THREE.Mesh(
      new THREE.PlaneGeometry(side, side),
      new THREE.MeshLambertMaterial({ map: texture }),
    );
    this.ground.receiveShadow = true;
    this.ground.userData.square = 2 * square;
    const terrain = this.shown.episode?.terrain;
    this.ground.position.z = this.shown.floor ? (terrain?.floor ?? 0) : -1.15 * size;
    this.scene.add(this.ground);
    for (const one of this.terrain) {
      this.scene.remove(one);
      one.geometry.dispose();
    }
    const material = new THREE.MeshLambertMaterial({ color: look.terrain, side: THREE.DoubleSide, flatShading: true });
    this.terrain = terrain ? raised(terrain, material) : [];
    for (const one of this.terrain) this.scene.add(one);
    this.draw();
  }

  dispose(): void {
    this.endFilm(false);
    cancelAnimationFrame(this.running);
    this.watcher.forEach((end) => end());
    this.controls?.dispose();
    this.renderer?.dispose();
    this.renderer?.forceContextLoss();
    this.element.remove();
  }

  private made(part: Part, row: number, mark?: Mark): THREE.Group {
    const group = new THREE.Group();
    const look = mark ? MARKED[mark] : null;
    const material = new THREE.MeshStandardMaterial({
      color: look ? look.colour : part.colour,
      roughness: 0.62,
      transparent: !!look && look.opacity < 1,
      opacity: look?.opacity ?? 1,
    });
    for (const solid of part.solids) group.add(mesh(solid, material));
    if (row === 0) {
      for (const [solid, pupil] of eyes(part)) {
        group.add(mesh(solid, new THREE.MeshStandardMaterial({ color: pupil ? 0x1f242e : 0xffffff, roughness: 0.3 })));
      }
    }
    return group;
  }

  /** Put every part where it is now, between the two frames around this time. */
  private pose(): void {
    const { body, floor } = this.shown!;
    if (!this.frames) {
      const frames = atRest(body);
      const up = floor ? lift(body, frames) : 0;
      frames.forEach((frame, row) => set(this.parts[row], frame, this.shift[row], up));
    } else {
      const width = this.parts.length * 7;
      const at = Math.min(this.time * this.fps, this.count - 1);
      const [one, other] = [Math.floor(at), Math.min(Math.floor(at) + 1, this.count - 1)];
      const share = at - one;
      this.parts.forEach((part, row) => {
        const [p, q] = [one * width + row * 7, other * width + row * 7];
        const frame = Array.from({ length: 7 }, (_, i) => this.frames![p + i] * (1 - share) + this.frames![q + i] * share);
        set(part, frame as Frame, this.shift[row], 0);
        part.quaternion.normalize();
      });
      this.stage.dataset.frame = String(Math.round(at));
    }
  }

  /** Where the camera is to look: along the torso's way, smoothed. */
  private centre(): THREE.Vector3 {
    if (!this.path) return this.parts[0].position.clone();
    const at = Math.min(this.time * this.fps, this.count - 1);
    const one = Math.floor(at);
    const other = Math.min(one + 1, this.count - 1);
    return this.path[one].clone().lerp(this.path[other], at - one);
  }

  /** Take the usual view. */
  private frame(): void {
    if (!this.renderer) return;
    const { floor } = this.shown!;
    const box = this.room();
    const middle = box.getCenter(new THREE.Vector3());
    const radius = box.getSize(new THREE.Vector3()).length() / 2;
    const [, , ahead] = cameraAxes(floor ? [VIEWS.floor[0] - 22, VIEWS.floor[1] - 3] : VIEWS.water);
    const aspect = Math.min(1, this.camera.aspect);
    const distance = radius / Math.sin((FIELD_OF_VIEW / 2) * (Math.PI / 180)) / aspect;
    this.camera.position.copy(middle).addScaledVector(new THREE.Vector3(...ahead), -distance);
    this.camera.near = distance / 60;
    this.camera.far = distance * 40;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.minDistance = distance / 4;
    this.controls.maxDistance = distance * 3;
    this.place.copy(this.centre());
    this.light();
    this.controls.update();
    this.draw();
  }

  /** What the body takes up as the camera goes along with it. */
  private room(): THREE.Box3 {
    const [box, now] = [new THREE.Box3(), this.time];
    const place = this.centre();
    for (const share of this.frames ? SAMPLES : [0]) {
      this.time = (share * (this.count - 1)) / this.fps;
      this.pose();
      const taken = new THREE.Box3();
      this.parts.slice(0, this.shown!.body.length).forEach((part) => taken.expandByObject(part));
      box.union(taken.translate(place.clone().sub(this.centre())));
    }
    this.time = now;
    this.pose();
    return box;
  }

  private light(): void {
    const size = this.extent;
    const along = this.shown!.floor ? [0.45, -0.75, 1.6] : [0.5, -0.35, 1.6];
    this.sun.target.position.copy(this.place);
    this.sun.position.copy(this.place).addScaledVector(new THREE.Vector3(...along), 2.4 * size);
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -2 * size;
    shadow.right = shadow.top = 2 * size;
    shadow.near = 0.2 * size;
    shadow.far = 9 * size;
    shadow.updateProjectionMatrix();
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.006 * size;
    if (this.ground) {
      const { square } = this.ground.userData as { square: number };
      this.ground.position.x = Math.round(this.place.x / square) * square;
      this.ground.position.y = Math.round(this.place.y / square) * square;
    }
  }

  private follow(): void {
    const gap = this.centre().sub(this.place);
    this.place.add(gap);
    this.camera.position.add(gap);
    this.controls.target.add(gap);
    this.light();
  }

  private wake(): void {
    cancelAnimationFrame(this.running);
    if (this.recorder && this.recorder.state !== "inactive") this.visible && this.playing ? this.recorder.resume() : this.recorder.pause();
    this.before = performance.now();
    if (!this.visible || !this.shown || !this.renderer) return;
    this.draw();
    if (this.playing) this.running = requestAnimationFrame((now) => this.tick(now));
  }

  // --- pictures and films -----------------------------------------------------------------

  /** Draw the body at rest in two dimensions. */
  private sketch(): void {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!this.flat || !this.shown || !width || !height) return;
    const { body, floor } = this.shown;
    const ratio = Math.min(2, devicePixelRatio);
    [this.flat.width, this.flat.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = this.flat.getContext("2d")!;
    context.scale(ratio, ratio);
    drawBody(context, { body: () => body, data: { run: { floor } } }, 0, [0.12 * width, 0.15 * height, 0.76 * width, 0.66 * height]);
  }

  private picture(): void {
    if (this.renderer) this.renderer.render(this.scene, this.camera); // its picture lasts only until this task ends
    const canvas = this.flat ?? this.renderer!.domElement;
    canvas.toBlob((blob) => blob && download(fileName(this.shown?.label || "creature", "png"), blob, "image/png"));
  }

  /** Record the episode from its beginning, at the speed it is played at; pressed again, end there. */
  private film(): void {
    if (this.recorder) return this.endFilm(true);
    const type = filmType()!;
    this.recorder = new MediaRecorder(this.renderer!.domElement.captureStream(), { mimeType: type, videoBitsPerSecond: 8e6 });
    const parts: Blob[] = [];
    this.recorder.ondataavailable = ({ data }) => parts.push(data);
    this.recorder.onstop = () => download(fileName(this.shown?.label || "creature", type.includes("webm") ? "webm" : "mp4"), new Blob(parts), type);
    this.playing = true;
    this.seek(0);
    this.recorder.start();
    this.label();
    this.wake();
  }

  private endFilm(keep: boolean): void {
    if (this.recorder && !keep) this.recorder.onstop = null;
    this.recorder?.stop();
    this.recorder = null;
    this.label();
  }

  private fill(): void {
    void (document.fullscreenElement ? document.exitFullscreen() : this.element.requestFullscreen());
  }

  private tick(now: number): void {
    const seconds = Math.max(0, Math.min(0.1, (now - this.before) / 1000)); // a frame may begin before it was asked for
    this.before = now;
    this.time += seconds * this.speed;
    const end = (this.count - 1) / this.fps;
    if (this.time > end && this.recorder) this.endFilm(true);
    if (this.time > end) this.time = 0;
    this.pose();
    this.follow();
    this.label();
    this.render();
    if (this.playing && this.visible) this.running = requestAnimationFrame((next) => this.tick(next));
  }

  /** Draw once, soon. */
  private draw(): void {
    if (!this.wanted) return;
    this.wanted = false;
    requestAnimationFrame(() => {
      this.wanted = true;
      if (!this.playing) this.render();
    });
  }

  private render(): void {
    if (this.visible && this.shown) this.renderer?.render(this.scene, this.camera);
  }

  private resize(): void {
    if (!this.renderer) return this.sketch();
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    const first = this.camera.aspect === 1;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (first && this.shown) this.frame();
    this.render();
  }

  private toggle(): void {
    this.playing = !this.playing;
    this.label();
    this.wake();
  }

  private faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.pace.textContent = `${this.speed}×`;
  }

  private seek(time: number): void {
    this.time = Math.max(0, Math.min(time, (this.count - 1) / this.fps));
    this.pose();
    this.follow();
    this.label();
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    if (!this.frames || !this.renderer) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key === " ") this.toggle();
    else if (event.key in steps) {
      this.playing = false;
      this.seek(this.time + steps[event.key] / this.fps);
    } else return;
    event.preventDefault();
  }

  private label(): void {
    this.button.setAttribute("aria-label", this.playing ? "pause" : "play");
    this.button.classList.toggle("on", this.playing);
    this.slider.value = String(this.time);
    const end = (this.count - 1) / this.fps;
    this.slider.style.setProperty("--done", `${end > 0 ? (100 * this.time) / end : 0}%`);
    this.filming.textContent = this.recorder ? "■ Stop" : "Film";
    this.filming.title = this.recorder ? "end the film here and download it" : "record the episode and download it";
    this.clock.textContent = `${this.time.toFixed(1)} / ${end.toFixed(1)} s`;
  }
}

/** The kind of film that this browser records; none where it cannot. */
function filmType(): string | undefined {
  if (!("MediaRecorder" in window) || !HTMLCanvasElement.prototype.captureStream) return undefined;
  return ["video/webm;codecs=vp9", "video/webm", "video/mp4"].find((type) => MediaRecorder.isTypeSupported(type));
}

/** Mean place of the torso around every frame. */
function smoothed(frames: Float32Array, width: number, count: number, around: number): THREE.Vector3[] {
  const sums = [new THREE.Vector3()];
  for (let frame = 0; frame < count; frame++) {
    const at = frame * width;
    sums.push(sums[frame].clone().add(new THREE.Vector3(frames[at], frames[at + 1], frames[at + 2])));
  }
  return Array.from({ length: count }, (_, frame) => {
    const near = Math.min(around, frame, count - 1 - frame);
    return sums[frame + near + 1].clone().sub(sums[frame - near]).divideScalar(2 * near + 1);
  });
}

function set(part: THREE.Group, frame: Frame, aside: number, up: number): void {
  part.position.set(frame[0], frame[1] + aside, frame[2] + up);
  part.quaternion.set(frame[4], frame[5], frame[6], frame[3]);
}

function mesh([shape, size, place]: Solid, material: THREE.Material): THREE.Mesh {
  const found = new THREE.Mesh(geometry(shape, size), material);
  found.position.set(place[0], place[1], place[2]);
  found.quaternion.set(place[4], place[5], place[6], place[3]);
  if (shape === "ellipsoid") found.scale.set(size[0], size[1], size[2]);
  found.castShadow = found.receiveShadow = true;
  return found;
}

/** Boxes and the surface of a terrain. */
function raised({ boxes, surface }: DrawnTerrain, material: THREE.Material): THREE.Mesh[] {
  const found = boxes.map((box) => mesh(box, material));
  if (!surface) return found;
  const { x, y, z } = surface;
  const points = z.flatMap((row, i) => row.flatMap((height, j) => [x[j], y[i], height]));
  const corners = y.slice(1).flatMap((_, i) =>
    x.slice(1).flatMap((_, j) => {
      const at = i * x.length + j;
      return [at, at + 1, at + x.length, at + 1, at + x.length + 1, at + x.length];
    }),
  );
  const made = new THREE.BufferGeometry();
  made.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  made.setIndex(corners);
  made.computeVertexNormals();
  const ground = new THREE.Mesh(made, material);
  ground.receiveShadow = true;
  return [...found, ground];
}

function geometry(shape: Solid[0], size: number[]): THREE.BufferGeometry {
  if (shape === "capsule") return new THREE.CapsuleGeometry(size[0], 2 * size[1], 10, 28).rotateX(Math.PI / 2);
  if (shape === "box") return new THREE.BoxGeometry(2 * size[0], 2 * size[1], 2 * size[2]);
  return new THREE.SphereGeometry(shape === "sphere" ? size[0] : 1, 36, 24);
}

function tiles([light, shade]: string[], line: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const context = canvas.getContext("2d")!;
  context.fillStyle = light;
  context.fillRect(0, 0, 256, 256);
  context.fillStyle = shade;
  context.fillRect(0, 0, 128, 128);
  context.fillRect(128, 128, 128, 128);
  context.strokeStyle = line;
  context.lineWidth = 2;
  for (const at of [0, 128, 256]) {
    context.strokeRect(at, -4, 0.01, 264);
    context.strokeRect(-4, at, 264, 0.01);
  }
  return canvas;
}
