import { readFile } from 'node:fs/promises'
import PostalMime, { type Address } from 'postal-mime'
import { readUndeclared } from '../../charsets/index.ts'
import type { ReadPage } from '../reader.ts'
import { markdownOfHtml } from './html.ts'
import { pageOfText } from './pages.ts'

const limits = { maxNestingDepth: 32, maxHeadersSize: 1_048_576 } as const

/** A message (RFC 5322) as one page: sender, recipients and date, its text, and the names of attachments. */
export const readMail = async (path: string): Promise<readonly ReadPage[]> => {
  const { mail, isGuessed } = await readUndeclared(await readFile(path), (bytes) => PostalMime.parse(bytes, limits))
  const heads = [
    ['From', mail.from ? namesOf([mail.from]) : ''],
    ['To', namesOf(mail.to ?? [])],
    ['Cc', namesOf(mail.cc ?? [])],
    ['Date', mail.date ?? ''],
  ] as const
  // One of both may be present but empty.
  const bodies = [
    ...(mail.html === undefined ? [] : [markdownOfHtml(mail.html)]),
    { markdown: mail.text ?? '', unread: [] },
  ]
  const body = bodies.find(({ markdown }) => markdown.trim() !== '') ?? bodies[0]
  const attached = mail.attachments.map(
    ({ filename, mimeType }) => `- ${(filename ?? 'without a name').replaceAll(/\s+/g, ' ')} (${mimeType})`,
  )
  const text = [
    `# ${mail.subject ?? 'Message without a subject'}`,
    heads.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}  `])).join('\n'),
    body?.markdown ?? '',
    ...(attached.length > 0 ? [`Attachments:\n\n${attached.join('\n')}`] : []),
  ]
  const page = pageOfText(1, text.join('\n\n'), { unread: body?.unread ?? [] })
  return [
    isGuessed
      ? { ...page, confidence: Math.min(page.confidence, 0.7), reasons: [...page.reasons, 'charset_guessed'] }
      : page,
  ]
}

const namesOf = (addresses: readonly Address[]): string =>
  addresses
    .map(({ name, address }) => (address === undefined ? name : name ? `${name} <${address}>` : address))
    .join(', ')
