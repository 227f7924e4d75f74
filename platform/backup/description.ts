import Type from 'typebox'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })

/** `backup.json`: the subject of a backup, and the hash of its file list. */
export const Description = Type.Object(
  {
    format: Type.Literal(1),
    /** The version of Atelier that wrote it. */
    atelier: Type.String({ maxLength: 100 }),
    createdAt: Type.String({ maxLength: 40 }),
    database: Type.Object(
      {
        /** The files of the embedded database, or the operator's dump of another database. */
        kind: Type.Union([Type.Literal('embedded'), Type.Literal('dump')]),
        /** The major version of PostgreSQL. */
        postgres: Type.String({ pattern: '^[0-9]{2}$' }),
        /** The newest migration, as its file is called. */
        schema: Type.String({ pattern: '^[0-9]{4}_[a-z0-9_]{1,80}\\.sql$' }),
      },
      { additionalProperties: false },
    ),
    /** The address of the bucket in which the objects lie; without it they are among the files. */
    objectsIn: Type.Optional(Type.String({ maxLength: 1_000 })),
    files: Count,
    sizeBytes: Count,
    /** SHA-256 of `SHA256SUMS`. */
    sumsSha256: Sha256,
    /** Folders without a file, which programs that carry files elsewhere forget. */
    emptyFolders: Type.Array(Type.String(), { maxItems: 1_000_000 }),
  },
  { additionalProperties: false },
)
export type Description = Static<typeof Description>

/** Undefined for text that is no description of a format that this Atelier reads. */
export const parseDescription = (text: string): Description | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Description, value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A backup that cannot be made, is not whole, or cannot be restored; `message` is whole sentences for the operator. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal'
}
