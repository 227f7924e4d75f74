import { createHmac } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { deriveSecrets, isSameSecret, type RootKeys } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'

interface ArtifactRef {
  readonly workspaceId: string
  readonly id: string
}

/** Tokens of addresses that give one file to each caller that has them, for a few minutes. */
export interface ArtifactLinks {
  /** Signs a token; undefined without a root key. */
  sign(of: ArtifactRef, now: Date): { readonly token: string; readonly expiresAt: Date } | undefined
  /** The file of a token; undefined for an expired, altered or foreign token. */
  read(token: string, now: Date): ArtifactRef | undefined
}

const lifetimeMs = 5 * 60_000
const idBytes = 16
const timeBytes = 6
const signedLength = 2 * idBytes + timeBytes

/** Workspace, file and end with an HMAC over them: nothing is stored, and every process with the root key reads them. */
export const openArtifactLinks = (rootKeys: RootKeys | undefined): ArtifactLinks => {
  const secrets = deriveSecrets(rootKeys, 'atelier artifacts')
  return {
    sign: ({ workspaceId, id }, now) => {
      const [secret] = secrets
      if (secret === undefined) return undefined
      const expiresAt = new Date(now.getTime() + lifetimeMs)
      const end = Buffer.alloc(timeBytes)
      end.writeUIntBE(expiresAt.getTime(), 0, timeBytes)
      const signedBytes = Buffer.concat([parse(workspaceId), parse(id), end])
      return { token: Buffer.concat([signedBytes, seal(secret, signedBytes)]).toString('base64url'), expiresAt }
    },
    read: (token, now) => {
      const bytes = Buffer.from(token, 'base64url')
      const signedBytes = bytes.subarray(0, signedLength)
      const signature = bytes.subarray(signedLength)
      // Base64 has several spellings of the same bytes; one of them is ours.
      if (
        bytes.toString('base64url') !== token ||
        !secrets.some((secret) => isSameSecret(seal(secret, signedBytes), signature))
      )
        return undefined
      if (signedBytes.readUIntBE(2 * idBytes, timeBytes) <= now.getTime()) return undefined
      return {
        workspaceId: stringify(signedBytes.subarray(0, idBytes)),
        id: stringify(signedBytes.subarray(idBytes, 2 * idBytes)),
      }
    },
  }
}

const seal = (secret: string, signedBytes: Uint8Array) => createHmac('sha256', secret).update(signedBytes).digest()

export interface LinkParts {
  readonly artifactLinks: ArtifactLinks
  readonly linkTo: (path: string) => string
}

export interface FileParts {
  readonly database: Database
  readonly objects: ObjectStore
}
