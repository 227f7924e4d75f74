import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Mailbox, readMailbox, type SmtpServer } from '../mail-address/address.ts'
import { settingOf, type Setting, type SettingWords } from './kinds.ts'

type ReadSetting<Value> = ReturnType<Setting<Value>['read']>

/** The address of an SMTP server, with its settings. It can hold a password, so no message repeats it. */
export const smtpServer = (words: SettingWords): Setting<SmtpServer | undefined> => ({
  ...settingOf(words, undefined),
  secret: true,
  fallback: 'none: mail goes to `ATELIER_DATA/outbox`',
  accepts: 'an address such as smtp://user:password@mail.example.com:587',
  read: readServer,
})

const readServer = (text: string): ReadSetting<SmtpServer | undefined> => {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) {
    return { wrong: 'not an address that starts with smtp:// or smtps://' }
  }
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const host = hostOf(hostname)
  const isImplicit = protocol === 'smtps:'
  const tls = /^\?tls=(off|required)$/.exec(search)?.[1] as 'off' | 'required' | undefined
  if (!host) return { wrong: 'an address without a host' }
  if (pathname.length > 1 || hash !== '') return { wrong: 'an address with a path' }
  if (search !== '' && (!tls || isImplicit))
    return { wrong: 'an address with a parameter other than tls=off or tls=required' }
  const credentials = credentialsOf(username, password)
  if (!credentials) return { wrong: 'an address whose user or password is not percent-encoded' }
  if (tls === 'off' && credentials.user !== undefined && !isThisMachine(host)) {
    return { wrong: 'an address that would send a password in clear' }
  }
  return {
    value: {
      host,
      port: Number(port) || (isImplicit ? 465 : 587),
      tls: isImplicit ? 'implicit' : (tls ?? (isThisMachine(host) ? 'off' : 'required')),
      ...credentials,
    },
  }
}

const hostOf = (hostname: string) => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : domainToASCII(decode(bare) ?? '')
}

const isThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

const credentialsOf = (username: string, password: string) => {
  const user = decode(username)
  const word = decode(password)
  if (user === undefined || word === undefined || (user === '' && word !== '')) return undefined
  return user === '' ? {} : { user, password: word }
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A name and an address that mail is from. */
export const mailbox = (words: SettingWords): Setting<Mailbox | undefined> => ({
  ...settingOf(words, undefined),
  accepts: 'an address such as Atelier <atelier@example.com>',
  read: (text) => {
    const value = readMailbox(text)
    return value ? { value } : { wrong: 'not an address, or a name and an address' }
  },
})
