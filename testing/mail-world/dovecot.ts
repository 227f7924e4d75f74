import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterTest } from '../after-test.ts'
import { freePort } from '../network/free-port.ts'

const program = ['/usr/sbin/dovecot', '/usr/bin/dovecot'].find((one) => existsSync(one))
const modules = '/usr/lib/dovecot/imap'

/** Whether Debian's package dovecot-imapd is installed, and can be started: that takes root. */
export const hasDovecot = program !== undefined && existsSync(modules) && userInfo().uid === 0

const idOf = (flag: '-u' | '-g', name: string) => Number(execFileSync('id', [flag, name]).toString())
// Dovecot reads no mail of root.
const ownerOf = () => ({ uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') })

interface Identity {
  readonly key: string
  readonly cert: string
}

/** Dovecot on loopback, with one inbox for `ada` with the password `testpass`, in a folder of its own. */
export const startDovecot = async ({ key, cert }: Identity) => {
  const owner = ownerOf()
  const folder = mkdtempSync(join(tmpdir(), 'atelier-dovecot-'))
  const inbox = join(folder, 'mail', 'Maildir')
  const ports = { plain: await freePort(), secure: await freePort() }
  for (const path of ['run', 'state', 'mail', 'mail/Maildir', ...folders.map((one) => `mail/Maildir/${one}`)]) {
    mkdirSync(join(folder, path), { mode: 0o755 })
    if (path.startsWith('mail')) chownSync(join(folder, path), owner.uid, owner.gid)
  }
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, owner, ports))
  chmodSync(folder, 0o755)
  let server = await start(folder, ports.plain)
  afterTest(async () => {
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
  })
  let delivered = 0
  return {
    ports,
    /** Puts mails into the inbox, in this order. */
    deliver: (...mails: readonly (string | Buffer)[]) => {
      for (const raw of mails) {
        delivered += 1
        const file = join(inbox, 'new', `${1_700_000_000 + delivered}.M${delivered}P1.loopback`)
        writeFileSync(file, raw)
        chownSync(file, owner.uid, owner.gid)
      }
    },
    /** The files of the present mails, with their flags. */
    files: () => ['new', 'cur'].flatMap((one) => readdirSync(join(inbox, one))),
    /** Removes a mail permanently, as another program would. */
    expunge: (part: string) => {
      for (const one of ['new', 'cur'])
        for (const file of readdirSync(join(inbox, one)).filter((name) => name.includes(part)))
          rmSync(join(inbox, one, file))
    },
    /** Numbers all mails again. */
    renumber: () => {
      const list = join(inbox, 'dovecot-uidlist')
      const [head = '', ...rest] = readFileSync(list, 'utf8').split('\n')
      const validity = Number(/ V(\d+)/.exec(head)![1])
      const files = rest.flatMap((line) => /:(.+)$/.exec(line)?.[1] ?? [])
      const fresh = [`3 V${validity + 7} N${files.length + 1} G0123456789abcdef0123456789abcdef`]
      writeFileSync(list, [...fresh, ...files.map((file, at) => `${at + 1} :${file}`), ''].join('\n'))
      for (const file of readdirSync(inbox).filter((one) => one.startsWith('dovecot.index'))) rmSync(join(inbox, file))
    },
    restart: async () => {
      await stop(server)
      server = await start(folder, ports.plain)
    },
  }
}

const folders = ['new', 'cur', 'tmp']

interface Owner {
  readonly uid: number
  readonly gid: number
}
interface Ports {
  readonly plain: number
  readonly secure: number
}

const configuration = (folder: string, owner: Owner, { plain, secure }: Ports) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
instance_name = ${folder.split('/').at(-1)}
log_path = ${folder}/log
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login
auth_failure_delay = 0
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/Maildir
passdb {
  driver = static
  args = password=testpass
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail
}
service imap-login {
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${secure}
    ssl = yes
  }
}
`

const start = async (folder: string, port: number): Promise<ChildProcess> => {
  const server = spawn(program!, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) break
    if (await answers(port)) return server
    await wait(50)
  }
  server.kill('SIGKILL')
  const log = join(folder, 'log')
  throw new Error(`Dovecot did not start. ${said} ${existsSync(log) ? readFileSync(log, 'utf8') : ''}`)
}

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

const stop = async (server: ChildProcess) => {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
