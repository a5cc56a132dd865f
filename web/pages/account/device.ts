/** Systems that a drive can be connected to. */
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

/** Others claim to be Chrome or Safari as well: they come first. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

/** What a header `User-Agent` tells. Undefined: nothing that is known. */
export function deviceOf(userAgent: string) {
  const [, systemName, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, browser] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return { browser, systemName, system };
}

/** The system of this browser, as well as it can be told. */
export function ownSystem(): System {
  const { system = 'windows' } = deviceOf(navigator.userAgent);
  // An iPad says that it is a Mac. No Mac has a touch screen.
  return system === 'macos' && navigator.maxTouchPoints > 1 ? 'phone' : system;
}
