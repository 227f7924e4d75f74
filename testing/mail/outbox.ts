import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The mails in the outbox for `address`, oldest first: a test server has no SMTP server, so its mail is there. */
export const mailsTo = async (dataFolder: string, address: string): Promise<Email[]> => {
  const folder = join(dataFolder, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'))
  if (read.folder !== folder) Object.assign(read, { folder, mails: new Map() })
  const mails = await Promise.all(names.sort().map((name) => mailIn(folder, name)))
  return mails.filter(({ to }) => to?.some((one) => one.address === address))
}

// A test that waits for a mail reads again and again, and a mail stays as it is: each is parsed once.
const read = { folder: '', mails: new Map<string, Email>() }

const mailIn = async (folder: string, name: string) => {
  const { mails } = read
  const mail = mails.get(name) ?? (await PostalMime.parse(await readFile(join(folder, name))))
  mails.set(name, mail)
  return mail
}

/** The one link of a message: the line that begins with a scheme. */
export const linkIn = ({ text = '' }: Email): string => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? ''
