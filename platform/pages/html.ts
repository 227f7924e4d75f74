/** Markup whose texts are escaped. */
export interface Html {
  readonly markup: string
}

type Part = string | number | undefined | Html | readonly Html[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup from a template: inserted values are text, and become neither a tag nor the end of an attribute. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, at) => text + (at < parts.length ? markupOf(parts[at]) : '')).join(''),
})

const markupOf = (part: Part): string => {
  if (part === undefined) return ''
  if (typeof part !== 'object') return String(part).replaceAll(/[&<>"']/g, (sign) => entities[sign]!)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}
