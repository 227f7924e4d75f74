import { createHash, timingSafeEqual } from 'node:crypto'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { isHexSignature } from '../../platform/crypto/index.ts'
import type { CodeHostKind } from './host-request.ts'

/** The subject of a verified webhook of a code host. It is a hint to look: what happened is asked from the host. */
export interface HostDelivery {
  /** The host's id of this delivery; a repeated one has the same. */
  readonly id: string
  readonly event: string
  /** `owner/name`, or with groups within groups, as the payload has it; undefined if it names no repository. */
  readonly fullName: string | undefined
}

interface ReceivedBytes {
  readonly bytes: Buffer
  readonly header: (name: string) => string | undefined
}

/**
 * Reads a webhook of a code host; undefined if its signature is not that of `secret`, or it is not a webhook. GitLab
 * signs nothing: it sends the secret itself, which proves that GitLab sent it. Sources: GitHub, “Validating webhook
 * deliveries” (`X-Hub-Signature-256`, HMAC-SHA-256 of the bytes); Gitea and Forgejo, “Webhooks” (`X-Gitea-Signature`,
 * `X-Forgejo-Signature`, the same in hexadecimal); GitLab, “Webhooks” (`X-Gitlab-Token`).
 */
export const readHostDelivery = (kind: CodeHostKind, { bytes, header }: ReceivedBytes, secret: string) => {
  const { signature, event, id } = headersOf(kind, header)
  const isOurs = kind === 'gitlab' ? isSecret(signature, secret) : isHexSignature(bytes, signature, secret)
  if (!isOurs) return undefined
  const payload = jsonOf(bytes)
  if (payload === undefined) return undefined
  return {
    id: id !== undefined && /^[\x21-\x7e]{1,100}$/.test(id) ? id : createHash('sha256').update(bytes).digest('hex'),
    event: event !== undefined && /^[a-z_ ]{1,100}$/i.test(event) ? event : 'unknown',
    fullName: fullNameIn(payload),
  }
}

const isSecret = (token: string | undefined, secret: string): boolean => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return token !== undefined && timingSafeEqual(hashOf(token), hashOf(secret))
}

const headersOf = (kind: CodeHostKind, header: ReceivedBytes['header']) => {
  if (kind === 'gitlab')
    return {
      signature: header('x-gitlab-token'),
      event: header('x-gitlab-event'),
      id: header('idempotency-key'),
    }
  if (kind === 'github') {
    const signature = header('x-hub-signature-256')?.replace(/^sha256=/, '')
    return { signature, event: header('x-github-event'), id: header('x-github-delivery') }
  }
  const headerOfGitea = (name: string) => header(`x-forgejo-${name}`) ?? header(`x-gitea-${name}`)
  return { signature: headerOfGitea('signature'), event: headerOfGitea('event'), id: headerOfGitea('delivery') }
}

const fullNameIn = (payload: unknown): string | undefined => {
  const { repository, project } = (payload ?? {}) as {
    readonly repository?: { readonly full_name?: unknown }
    readonly project?: { readonly path_with_namespace?: unknown }
  }
  const name = repository?.full_name ?? project?.path_with_namespace
  return typeof name === 'string' && name.length <= 200 ? name : undefined
}
