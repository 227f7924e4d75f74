import { linesOf } from './locked-package.ts'

/** An entry of a text whose parts are indented, such as YAML. */
export interface Block {
  readonly head: string
  /** The lines below the head, which are indented further. */
  readonly lines: readonly string[]
}

/** Splits a text, or the lines in a block, into blocks whose heads have this many spaces before them. */
export const blocksOf = (text: string | readonly string[], spaces = 0): readonly Block[] => {
  const blocks: { readonly head: string; readonly lines: string[] }[] = []
  for (const line of typeof text === 'string' ? linesOf(text) : text) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const last = blocks.at(-1)
    if (last && depthOf(line) > spaces) last.lines.push(line)
    else blocks.push({ head: line.trimEnd(), lines: [] })
  }
  return blocks
}

const depthOf = (line: string) => /^ */.exec(line)![0].length

/**
 * The fields of a block, which have this many spaces before them, each with the lines below it. `isTwo`: a field occurs
 * twice, so the second part of the block belongs to an entry whose head was not understood.
 */
export const fieldsOf = ({ lines }: Block, spaces: number) => {
  const fields = new Map<string, string>()
  let isTwo = false
  let key = ''
  for (const line of lines) {
    if (depthOf(line) > spaces) fields.set(key, `${fields.get(key) ?? ''}\n${line}`)
    else {
      const [, name = '', value = ''] = /^ *"?([\w-]{1,100})"?:? ?(.*)$/.exec(line) ?? []
      isTwo ||= fields.has(name)
      key = name
      fields.set(key, value.trim())
    }
  }
  return { fields, isTwo }
}
