/** True if a text has the name of a package as a word of its own; `-`, `_` and `.` are one, as Python has it. */
export const namesPackage = (text: string, name: string): boolean => {
  const words = ` ${alike(text)} `
  const sought = alike(name)
  for (let at = words.indexOf(sought); at !== -1; at = words.indexOf(sought, at + 1)) {
    const before = words[at - 1]!
    const after = words.slice(at + sought.length, at + sought.length + 2)
    if (!/[\w@/-]/.test(before) && !/^([\w/]|-\w)/.test(after)) return true
  }
  return false
}

const alike = (text: string) => text.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** True if a text has a version, or its first two numbers if the version is no early one. */
export const namesVersion = (request: string, version: string): boolean => {
  const plain = version.replace(/^v/, '')
  const short = /^\d+[.]\d+(?=[.][\d.]+$)/.exec(plain)?.[0]
  return [plain, ...(short === undefined ? [] : [short])].some((sought) =>
    new RegExp(`(?<![\\w.-])v?${RegExp.escape(sought)}(?![\\w-]|[.]\\d)`).test(request),
  )
}
