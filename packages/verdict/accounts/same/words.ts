import { setOf } from '../../set-of.ts'
import { readProgram, walkTree, type Cursor, type Node } from '../grammar.ts'
import { isObeyed } from './comments.ts'
import type { Row } from './rows.ts'

/**
 * The words of a program, with the significant lines, blanks and forms, by the row for its language. Each character
 * that is no blank and in no erased node or idle comment is in a word. Undefined if the row refuses the text, or
 * no grammar reads it.
 */
export const wordsOfProgram = async (path: string, text: string, row: Row): Promise<readonly string[] | undefined> => {
  if (row.refused?.some((form) => form.test(text))) return undefined
  return readProgram(path, text, (tree) => walkTree(tree, (cursor) => wordsAt(cursor, text, row)))
}

const isComment = (type: string) => type.endsWith('comment')

const wordsAt = (cursor: Cursor, text: string, row: Row): readonly string[] => {
  const out = openWords(text, row)
  const isErased = row.erased?.in(text)
  const forms: string[] = []
  const parents: string[] = ['']
  const enter = (): boolean => {
    const { nodeType: type, startIndex: start, endIndex: end } = cursor
    if (isComment(type)) {
      out.comment(start, end, cursor.startPosition.row)
      return false
    }
    const isIdleComma = type === ',' && row.lists?.has(parents.at(-1)!) && isLast(cursor.currentNode)
    if (isIdleComma || (row.erased?.types.has(type) && isErased!(cursor.currentNode))) {
      out.skip(start, end)
      return false
    }
    const form = row.hasForm && cursor.nodeIsNamed ? `(${row.forms && type in row.forms ? row.forms[type] : type}` : ''
    if (!row.verbatim.has(type) && cursor.gotoFirstChild()) {
      forms.push(form === '(undefined' ? '' : form)
      if (forms.at(-1) !== '') out.form(form)
      parents.push(type)
      return true
    }
    if (start < end) out.word(type, start, end)
    return false
  }
  while (true) {
    if (enter()) continue
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return out.whole()
      parents.pop()
      if (forms.pop() !== '') out.form(')')
    }
  }
}

/** Whether a comma is followed by nothing but the bracket that closes its list. */
const isLast = (comma: Node): boolean => {
  let next = comma.nextSibling
  while (next && isComment(next.type)) next = next.nextSibling
  return next !== null && /^[)\]}]$/.test(next.type)
}

const operator = /[-+*/%&|^!<>=?:.~@#$]/

/** Collects words, with the text between them. */
const openWords = (text: string, row: Row) => {
  const words: string[] = []
  const readsItself = row.readsItself?.test(text) === true
  let end = 0
  let last = ''
  let hasLine = false
  let hasBlank = false
  let isAfterDirective = false
  const skip = (from: number, to: number) => {
    const gap = text.slice(end, from)
    if (!/^[ \t\r\n]*$/.test(gap)) words.push(`between ${gap}`)
    hasLine ||= gap.includes('\n')
    hasBlank ||= gap !== ''
    end = Math.max(end, to)
  }
  const separate = (from: number) => {
    if (row.lines === 'go' && hasLine && endsGoStatement(last)) push(';', ';')
    else if (row.lines === 'kept' && hasLine && last !== '') words.push('line')
    else if (row.keepsBlanks && hasBlank && last !== '') words.push('blank')
    else if (!hasBlank && from > 0 && operator.test(text[from - 1]!) && operator.test(text[from]!)) words.push('joined')
  }
  const push = (type: string, word: string) => {
    const isBefore = words.at(-1) === `${last} ${last}` && (last === ';' || last === ',')
    if (row.lines === 'go' && isBefore && /^[)}\]]$/.test(word)) words.pop()
    if (row.lines !== 'go' || word !== ';' || last !== ';') words.push(`${type} ${word}`)
    last = word
  }
  return {
    skip: (from: number, to: number) => {
      skip(from, to)
      hasBlank = true
    },
    comment: (from: number, to: number, line: number) => {
      skip(from, from)
      const comment = text.slice(from, to).trimEnd()
      const isBehind = last !== '' && !hasLine
      const isKept =
        isAfterDirective ||
        readsItself ||
        (isBehind && row.keepsCommentsBehindCode === true) ||
        isObeyed(row.documents ? comment.replace(/^\/\/[/!]/, '//') : comment)
      if (isKept) words.push(`comment ${isBehind} ${line < 2 ? line : ''} ${comment}`)
      isAfterDirective = isKept
      hasLine ||= text.slice(from, to).includes('\n')
      hasBlank = true
      end = to
    },
    form: (form: string) => words.push(form),
    word: (type: string, from: number, to: number) => {
      skip(from, to)
      const word = text.slice(from, to)
      // A line end that the grammar of Go takes for the end of a statement.
      if (row.lines === 'go' && word.trim() === '') {
        hasLine = true
        return
      }
      separate(from)
      push(type, row.written ? row.written(type, word) : word)
      hasLine = false
      hasBlank = false
      isAfterDirective = false
    },
    whole: (): readonly string[] => {
      skip(text.length, text.length)
      if (row.lines === 'go' && last === ';') words.pop()
      return words
    },
  }
}

// Without the keywords that may end a statement: `break`, `continue`, `fallthrough` and `return`.
const goKeywords = setOf(
  'case chan const default defer else for func go goto if import interface map package range select struct switch type var',
)

/** Whether a line end behind a word ends a statement of Go. */
const endsGoStatement = (word: string): boolean =>
  word === '++' || word === '--' || (/[\p{L}\p{N}_"'`)\]}]$/u.test(word) && !goKeywords.has(word))
