const browsers: [name: string, pattern: RegExp][] = [
  ['WeCom', /wxwork\/(\d+)/i],
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
];

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
];

/** A user agent in words, such as `Chrome 156 · Windows`; what it can't read it shortens. */
export function deviceName(agent: string): string {
  const browser = browsers.map(([name, pattern]) => withVersion(name, pattern.exec(agent))).find(Boolean);
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  const known = [browser, system].filter(Boolean).join(' · ');
  return known || agent.slice(0, 60) || '—';
}

function withVersion(name: string, match: RegExpExecArray | null): string | undefined {
  return match ? `${name} ${match[1]}` : undefined;
}
