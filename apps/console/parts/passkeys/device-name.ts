const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]
const first = (names: typeof browsers, text: string) => names.find(([sign]) => sign.test(text))?.[1]

/** The name of a browser, as people know it; undefined for other programs. It proves nothing. */
export const deviceOf = (
  userAgent: string | null,
): { readonly browser: string; readonly system: string } | undefined => {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = first(browsers, text)
  const system = first(systems, text)
  return browser !== undefined && system !== undefined ? { browser, system } : undefined
}
