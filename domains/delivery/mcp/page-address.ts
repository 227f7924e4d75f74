/** Where a person does it: the page with the parameters that are known, else the page above the first that is missing. */
export const pageAddress = (path: string, params: Readonly<Record<string, unknown>>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? encodeURIComponent(value) : '{'
  })
  const end = filled.indexOf('{')
  if (end < 0) return `/console${filled}`
  return `/console${filled.slice(0, end).replace(/(\?.{0,500}|\/)$/, '')}`
}
