import { Parser } from 'htmlparser2'
import { setOf } from '../../set-of.ts'
import { javascriptProgram } from '../same/javascript.ts'
import { differInIdleTexts } from './texts.ts'

interface Page {
  /** Everything but the texts, in order. */
  readonly frame: readonly string[]
  readonly texts: readonly string[]
  /** The number of the paragraph of each text, if it is known. */
  readonly blocks?: readonly number[]
}

/** True if two pages differ only in texts and in descriptions of pictures and controls. */
export const isPageChange = (path: string, before: string, after: string): boolean => {
  const read = (text: string) => (/\.[jt]sx$/.test(path) ? programPage(path, text) : markupPage(text))
  const one = read(before)
  const other = one && read(after)
  return (
    other !== undefined &&
    one!.frame.length === other.frame.length &&
    one!.frame.every((part, at) => part === other.frame[at]) &&
    differInIdleTexts(one!.texts, other.texts, other.blocks)
  )
}

const programPage = (path: string, text: string): Page | undefined => {
  const texts: string[] = []
  const frame = javascriptProgram(path, text, { texts, isText: isShown })
  return frame && { frame, texts }
}

/** True if the text in an element of a program, or in its attribute, is shown unchanged. */
const isShown = (element: string, attribute?: string): boolean =>
  attribute === undefined
    ? element !== '' &&
      !isUnshownElement(element) &&
      !/script|style|query|code|route|link|meta|price|consent|legal/i.test(element)
    : /^[a-z]/.test(element) && shownAttributes.has(attribute)

/** The attributes that are read out or shown as they are. */
const shownAttributes = setOf('title alt aria-label aria-description placeholder')
/** Elements whose text is a program, a style, data, or read by a program. */
const isUnshownElement = (name: string): boolean =>
  /^(?:script|style|textarea|iframe|noscript|noembed|noframes|xmp|plaintext|object|svg|math|code|pre|option|select|meta|link|del|s)$/i.test(
    name,
  )

/** Elements within a sentence. */
const inline =
  /^(?:a|abbr|b|bdi|bdo|br|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/i

/** Marks of languages of templates, which are carried out. */
const carriedOut = /[{}]|\[\[|@\w/

const markupPage = (text: string): Page | undefined => {
  // A program has brackets that open no element.
  if (text.includes('<%') || text.includes('<?') || /<!--\s*>|--!>/.test(text)) return undefined
  const frame: string[] = []
  const texts: string[] = []
  const blocks: number[] = []
  const open: string[] = []
  let block = 0
  let current = ''
  const endText = () => {
    if (current === '') return
    if (current.trim() === '' || carriedOut.test(current) || open.some(isUnshownElement)) frame.push(`text ${current}`)
    else {
      frame.push('text')
      texts.push(current)
      blocks.push(block)
    }
    current = ''
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        endText()
        open.push(name)
        if (!inline.test(name)) block += 1
        frame.push(`<${name}`)
        for (const [key, value] of Object.entries(attributes)) {
          const isShown = shownAttributes.has(key) && !carriedOut.test(value) && value.trim() !== ''
          frame.push(isShown ? key : JSON.stringify([key, value]))
          if (isShown) {
            texts.push(value)
            blocks.push(-texts.length)
          }
        }
      },
      onclosetag: (name, isImplied) => {
        endText()
        if (!inline.test(name)) block += 1
        open.splice(Math.max(0, open.lastIndexOf(name)))
        frame.push(`>${name} ${isImplied}`)
      },
      ontext: (some) => (current += some),
      oncomment: (comment) => {
        endText()
        frame.push(`<!--${comment}`)
      },
      onprocessinginstruction: (name, data) => {
        endText()
        frame.push(`<!${name} ${data}`)
      },
    },
    { decodeEntities: false, lowerCaseTags: false, lowerCaseAttributeNames: false },
  )
  parser.end(text)
  endText()
  return { frame, texts, blocks }
}
