/** Systems with connection instructions. */
export type System = 'windows' | 'macos' | 'linux' | 'phone';

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string, system: System])[] = [
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'phone'],
  [/Android/, 'Android', 'phone'],
  [/Windows/, 'Windows', 'windows'],
  [/Mac OS X|Macintosh/, 'macOS', 'macos'],
  [/CrOS/, 'ChromeOS', 'phone'],
  [/Linux|X11/, 'Linux', 'linux'],
];

/** Order matters: the other browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

/** Browser and system according to a `User-Agent` header. Unknown parts are undefined. */
export function deviceOf(userAgent: string) {
  const [, systemName, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, browser] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return { browser, systemName, system };
}

/** Best guess of the system that this browser runs on. */
export function ownSystem(): System {
  const { system = 'windows' } = deviceOf(navigator.userAgent);
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  return system === 'macos' && navigator.maxTouchPoints > 1 ? 'phone' : system;
}
