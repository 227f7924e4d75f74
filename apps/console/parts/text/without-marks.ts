// The edits of the built-in offline model; an excerpt may end within one.
const edits = /<{7} find\n[\s\S]*?(?:>{7} replace|$)/g
const codeBlocks = /^ {0,3}```[\s\S]*?(?:^ {0,3}```[^\S\n]*$|$(?![\s\S]))/gm

/** A message without marks of Markdown and without edits: in the line of a list, they would be read as letters. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(edits, '').replaceAll(/```[\w-]*|\*\*|__|`|^#{1,6} |^> /gm, '')

/** The sentences of a request without its blocks of code; all of a text that has nothing else. */
export const withoutCode = (text: string): string => {
  const prose = text
    .replaceAll(codeBlocks, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return prose === '' ? text.trim() : prose
}
