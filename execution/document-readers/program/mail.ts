import { readFile } from 'node:fs/promises'
import PostalMime, { type Address } from 'postal-mime'
import type { ReadPage } from '../reader.ts'
import { markdownOfHtml } from './html.ts'
import { pageOfText } from './pages.ts'

/** A message (RFC 5322) as one page: who wrote to whom and when, its text, and the names of what is attached. */
export const readMail = async (path: string): Promise<readonly ReadPage[]> => {
  const mail = await PostalMime.parse(await readFile(path), { maxNestingDepth: 32, maxHeadersSize: 1_048_576 })
  const heads = [
    ['From', mail.from ? namesOf([mail.from]) : ''],
    ['To', namesOf(mail.to ?? [])],
    ['Cc', namesOf(mail.cc ?? [])],
    ['Date', mail.date ?? ''],
  ] as const
  const body = mail.html ? markdownOfHtml(mail.html) : (mail.text ?? '')
  const attached = mail.attachments.map(
    ({ filename, mimeType }) => `- ${(filename ?? 'without a name').replaceAll(/\s+/g, ' ')} (${mimeType})`,
  )
  const text = [
    `# ${mail.subject ?? 'Message without a subject'}`,
    heads.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}  `])).join('\n'),
    body,
    ...(attached.length > 0 ? [`Attachments:\n\n${attached.join('\n')}`] : []),
  ]
  return [pageOfText(1, text.join('\n\n'))]
}

const namesOf = (addresses: readonly Address[]): string =>
  addresses
    .map(({ name, address }) => (address === undefined ? name : name ? `${name} <${address}>` : address))
    .join(', ')
