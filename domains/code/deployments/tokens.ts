import { createHmac } from 'node:crypto'
import { parse, stringify, validate } from 'uuid'
import { deriveSecrets, isSameSecret, type RootKeys } from '../../../platform/crypto/index.ts'

/** The visitor of a label's preview. */
export interface PreviewVisitor {
  readonly workspaceId: string
  readonly projectId: string
  readonly userId: string
  readonly label: string
}

/**
 * The use of a token: `link` leads from the console to a preview's host, which keeps `cookie`; `share` is the cookie of
 * a share link, whose `userId` is the id of the link. `toolbar` and `shared-toolbar` are the tokens of the toolbar in a
 * preview, for a visitor by `cookie` and by `share`: they open no preview.
 */
export type TokenUse = 'link' | 'cookie' | 'share' | ToolbarTokenUse
export type ToolbarTokenUse = 'toolbar' | 'shared-toolbar'

/** Signed tokens for hosts of previews, made and read by any process with the root key. */
export interface PreviewTokens {
  /** Signs a token; undefined without a root key to sign with. */
  sign(
    use: TokenUse,
    visitor: PreviewVisitor,
    now: Date,
  ): { readonly token: string; readonly expiresAt: Date } | undefined
  /** The visitor of a token for this use and label; undefined for any other text. */
  read(use: TokenUse, label: string, token: string, now: Date): PreviewVisitor | undefined
}

const linkLifetimeMs = 60_000
export const cookieLifetimeMs = 3_600_000
// Its visitor has no session that could renew it, and each request asks whether the link is still there.
export const shareLifetimeMs = 24 * 3_600_000

const lifetimes: Readonly<Record<TokenUse, number>> = {
  link: linkLifetimeMs,
  cookie: cookieLifetimeMs,
  share: shareLifetimeMs,
  toolbar: cookieLifetimeMs,
  'shared-toolbar': cookieLifetimeMs,
}
const idBytes = 16
const timeBytes = 6
const contentBytes = 3 * idBytes + timeBytes
const tokenChars = Math.ceil(((contentBytes + 32) * 4) / 3)

export const openPreviewTokens = (rootKeys: RootKeys | undefined): PreviewTokens => {
  const secrets = deriveSecrets(rootKeys, 'atelier previews')
  return {
    sign: (use, visitor, now) => {
      const [secret] = secrets
      if (secret === undefined) return undefined
      const expiresAt = new Date(now.getTime() + lifetimes[use])
      const end = Buffer.alloc(timeBytes)
      end.writeUIntBE(expiresAt.getTime(), 0, timeBytes)
      const content = Buffer.concat([parse(visitor.workspaceId), parse(visitor.projectId), parse(visitor.userId), end])
      const signature = seal(secret, use, visitor.label, content)
      return { token: Buffer.concat([content, signature]).toString('base64url'), expiresAt }
    },
    read: (use, label, token, now) => {
      if (token.length !== tokenChars) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const content = bytes.subarray(0, contentBytes)
      const signature = bytes.subarray(contentBytes)
      // Base64 has several spellings of the same bytes; one of them is ours.
      if (bytes.toString('base64url') !== token) return undefined
      if (!secrets.some((secret) => isSameSecret(seal(secret, use, label, content), signature))) return undefined
      if (content.readUIntBE(3 * idBytes, timeBytes) <= now.getTime()) return undefined
      return { workspaceId: idAt(content, 0), projectId: idAt(content, 1), userId: idAt(content, 2), label }
    },
  }
}

const idAt = (bytes: Buffer, place: number): string => {
  const id = stringify(bytes.subarray(place * idBytes, (place + 1) * idBytes))
  if (!validate(id)) throw new Error('A signed token of a preview names no id')
  return id
}

const seal = (secret: string, use: TokenUse, label: string, content: Uint8Array) =>
  createHmac('sha256', secret).update(`${use} ${label} `).update(content).digest()
