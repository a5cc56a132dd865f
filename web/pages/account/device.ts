/** Systems with connection instructions. */
export type System = 'windows' | 'macos' | 'linux' | 'phone';

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string, system: System])[] = [
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'phone'],
  [/Android/, 'Android', 'phone'],
  [/Windows|^Microsoft-WebDAV-MiniRedir\//, 'Windows', 'windows'],
  [/Mac OS X|Macintosh|^WebDAV(?:FS|Lib)\//, 'macOS', 'macos'],
  [/CrOS/, 'ChromeOS', 'phone'],
  [/Linux|X11/, 'Linux', 'linux'],
];

/** Order matters: the other browsers also claim to be Chrome or Safari. */
const PROGRAMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^Microsoft-WebDAV-MiniRedir\//, 'Explorer'],
  [/^WebDAV(?:FS|Lib)\//, 'Finder'],
  [/^(?:Microsoft Office.*)?\bMicrosoft (?:Office )?Word\b/, 'Word'],
  [/^(?:Microsoft Office.*)?\bMicrosoft (?:Office )?Excel\b/, 'Excel'],
  [/^(?:Microsoft Office.*)?\bMicrosoft (?:Office )?PowerPoint\b/, 'PowerPoint'],
  [/^Microsoft Office\b/, 'Microsoft Office'],
  [/^LibreOffice\b/, 'LibreOffice'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OP[RTX]\/|^Opera\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Remarks, and products that do not name the program. */
const NOT_NAMES = /\([^)]*\)?|\b(?:Mozilla|AppleWebKit|Gecko|Version|Mobile)\/\S*|\p{C}/gu;
const MAX_NAME_LENGTH = 40;

/** The first product of a `User-Agent` header, without its version; undefined if there is none. */
function productOf(userAgent: string): string | undefined {
  const [name = ''] = userAgent.replaceAll(NOT_NAMES, ' ').trim().split('/');
  if (name === '') return undefined;
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…` : name;
}

/**
 * Program and system according to a `User-Agent` header. Unknown parts are undefined. The header can contain anything,
 * so `program` must be shown as text.
 */
export function deviceOf(userAgent: string) {
  const [, systemName, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, program = productOf(userAgent)] = PROGRAMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return { program, systemName, system };
}

/** Best guess of the system that this browser runs on. */
export function ownSystem(): System {
  const { system = 'windows' } = deviceOf(navigator.userAgent);
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  return system === 'macos' && navigator.maxTouchPoints > 1 ? 'phone' : system;
}
