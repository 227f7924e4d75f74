import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { link, open, readFile, rm, stat } from 'node:fs/promises'
import ssh2 from 'ssh2'
import { StartRefusal } from '../../platform/configuration/refusal.ts'
import { openSshPrivateKey } from './openssh-key.ts'

/** The key by which SSH clients recognise this server. */
export interface HostKey {
  /** An Ed25519 key in OpenSSH's format. */
  readonly privateKey: string
  /** Type and key as in a known-hosts file: `ssh-ed25519 AAAA…`. */
  readonly publicKey: string
  /** `SHA256:` and the hash of the public key in base64, as `ssh-keygen -l` shows it. */
  readonly fingerprint: string
}

/**
 * Reads the host key of `file`, and makes it with mode 0600 where it is missing; of starts that race, the first one's
 * key is the key. Throws StartRefusal for a file that holds no Ed25519 key, and for one that others may read.
 */
export const openHostKey = async (file: string): Promise<HostKey> => {
  const key = parseHostKey((await readPrivate(file)) ?? (await makeFile(file)))
  if (key) return key
  throw new StartRefusal(
    `${file} holds no Ed25519 key of SSH. Put it back from the backup, or remove it for a new one.`,
  )
}

/** Makes a host key, and reads it as each start will read it. */
export const makeHostKey = (): HostKey => {
  const key = parseHostKey(openSshPrivateKey(generateKeyPairSync('ed25519').privateKey))
  if (!key) throw new Error('The SSH server cannot read the host key that was made for it.')
  return key
}

/** Undefined where the text is no private Ed25519 key that the SSH server can sign with. */
export const parseHostKey = (privateKey: string): HostKey | undefined => {
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error || parsed.type !== 'ssh-ed25519' || !canSign(parsed)) return undefined
  const bytes = parsed.getPublicSSH()
  const hash = createHash('sha256')
    .update(bytes)
    .digest('base64')
    .replace(/={1,2}$/, '')
  return { privateKey, publicKey: `ssh-ed25519 ${bytes.toString('base64')}`, fingerprint: `SHA256:${hash}` }
}

const canSign = (key: ssh2.ParsedKey) => {
  if (!key.isPrivateKey()) return false
  const signature = key.sign('host key')
  return !(signature instanceof Error) && key.verify('host key', signature)
}

const readPrivate = async (file: string) => {
  const found = await stat(file).catch(ignoreMissing)
  if (!found) return undefined
  if ((found.mode & 0o077) === 0) return readFile(file, 'utf8')
  throw new StartRefusal(`Others on this machine may read ${file}, the key of the SSH server. Run: chmod 600 ${file}`)
}

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

const makeFile = async (file: string): Promise<string> => {
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(makeHostKey().privateKey)
    await handle.sync()
    // A link never replaces: of two starts, the first one's key is the key.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(fresh, { force: true })
  }
  return readFile(file, 'utf8')
}
