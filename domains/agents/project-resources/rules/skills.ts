export const skillsMost = 20
const descriptionMost = 300

/** The head of a skill: its front matter as plain lines, else its slug and its first line of text. */
export const headOf = (slug: string, content: string): { readonly name: string; readonly description: string } => {
  const [, front = '', body = content] = /^---\r?\n([^]*?)\r?\n---\r?\n?([^]*)$/.exec(content) ?? []
  const field = (name: string) => {
    const value = new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'm').exec(front)?.[1]?.trim()
    return value?.replace(/^(["'])(.*)\1$/, '$2')
  }
  const first = body.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  const description = field('description') ?? first.replace(/^[#>*\s-]+/, '')
  return { name: oneLine(field('name') ?? slug, 100), description: oneLine(description, descriptionMost) }
}

const oneLine = (text: string, most: number) =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
    .slice(0, most)
    .join('')
