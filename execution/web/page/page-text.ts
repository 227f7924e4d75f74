import { Parser } from 'htmlparser2'
import { decodeText } from '../../../packages/charsets/index.ts'

const depthMost = 1_000
const textMost = 200_000
const linksMost = 500

/** Nested deeper than any page, or longer than a reader needs: the text read so far counts. */
class Enough extends Error {}

type Attributes = Readonly<Record<string, string>>

// With their content.
const skipped = new Set(
  'title script style noscript template svg math nav iframe object canvas select dialog'.split(' '),
)
const blocks = new Set(
  'p div section article main header footer aside ul ol dl dt dd table tr blockquote pre figure figcaption form address h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)

export interface ReadMarkup {
  readonly title: string
  readonly text: string
  /** Where the page leads, each address once, without what follows a `#`; menus and hidden parts count as well. */
  readonly links: readonly string[]
}

interface FetchedPage {
  readonly bytes: Uint8Array
  readonly charset?: string | undefined
  readonly isMarkup: boolean
  readonly url: string
}

/** Reads a page in a thread; a text that is no markup stays as it is. */
export const readPage = ({ bytes, charset, isMarkup, url }: FetchedPage): ReadMarkup => {
  const text = decodeText(bytes, charset)
  return isMarkup ? pageTextOf(text, url) : { title: '', text, links: [] }
}

/** Markup as text that a model reads well: headings, lists, code, tables and links as in Markdown. */
export const pageTextOf = (html: string, url: string): ReadMarkup => {
  const page = new Writer(url)
  try {
    const parser = new Parser({
      onopentag: (name, attributes) => page.open(name, attributes),
      ontext: (text) => page.text(text),
      onclosetag: (name) => page.close(name),
    })
    parser.end(html)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return page.result()
}

/** Takes the events of a parser, in time proportional to their number: no tree is built. */
class Writer {
  readonly #base: string
  readonly #parts: string[] = []
  readonly #links: (string | undefined)[] = []
  readonly #leadsTo = new Set<string>()
  #length = 0
  #depth = 0
  #hidden = 0
  #code = 0
  #inTitle = false
  #title = ''
  #isLineStart = true

  constructor(base: string) {
    this.#base = base
  }

  open(name: string, attributes: Attributes) {
    this.#depth += 1
    if (this.#depth > depthMost) throw new Enough()
    if (name === 'title') this.#inTitle = this.#title === ''
    if (skipped.has(name)) this.#hidden += 1
    const to = name === 'a' ? this.#addressOf(attributes) : undefined
    if (this.#hidden > 0) return
    if (blocks.has(name)) this.#write('\n\n')
    if (name === 'br') this.#write('\n')
    if (name === 'li') this.#write('\n- ')
    if (name === 'td' || name === 'th') this.#write(' | ')
    if (/^h[1-6]$/.test(name)) this.#write(`${'#'.repeat(Number(name[1]))} `)
    if (name === 'pre') this.#fence(1)
    if (name === 'a') this.#openLink(to)
  }

  text(text: string) {
    if (this.#inTitle && this.#title.length < 300) this.#title += text
    if (this.#hidden > 0) return
    if (this.#code > 0) {
      this.#write(text)
      return
    }
    const plain = text.replaceAll(/\s+/g, ' ')
    this.#write(this.#isLineStart ? plain.trimStart() : plain)
  }

  close(name: string) {
    this.#depth -= 1
    if (name === 'title') this.#inTitle = false
    if (skipped.has(name)) {
      this.#hidden = Math.max(0, this.#hidden - 1)
      return
    }
    if (this.#hidden > 0) return
    if (name === 'pre') this.#fence(-1)
    if (name === 'a') this.#closeLink()
    if (blocks.has(name)) this.#write('\n\n')
  }

  result() {
    const text = this.#parts
      .join('')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
    return { title: this.#title.replaceAll(/\s+/g, ' ').trim().slice(0, 300), text, links: [...this.#leadsTo] }
  }

  #fence(by: 1 | -1) {
    if (by === -1 && this.#code === 0) return
    this.#code += by
    if (this.#code === (by === 1 ? 1 : 0)) this.#write(by === 1 ? '```\n' : '\n```\n\n')
  }

  #addressOf({ href, rel = '' }: Attributes): string | undefined {
    const to = href !== undefined && URL.canParse(href, this.#base) ? new URL(href, this.#base) : undefined
    if (!to || !/^https?:$/.test(to.protocol) || to.href.length > 500) return undefined
    const shown = to.href
    to.hash = ''
    if (this.#leadsTo.size < linksMost && !/\bnofollow\b/i.test(rel)) this.#leadsTo.add(to.href)
    return shown
  }

  #openLink(to: string | undefined) {
    const shown = this.#code === 0 ? to : undefined
    this.#links.push(shown)
    if (shown !== undefined) this.#write('[')
  }

  #closeLink() {
    const to = this.#links.pop()
    if (to !== undefined) this.#write(`](${to})`)
  }

  #write(text: string) {
    if (text === '') return
    this.#parts.push(text)
    this.#length += text.length
    this.#isLineStart = /\s$/.test(text)
    if (this.#length > textMost) throw new Enough()
  }
}
