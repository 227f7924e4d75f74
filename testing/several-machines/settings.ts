import { credentials } from '../objects/s3.ts'
import type { Completions } from './completions.ts'

/** The settings of a machine that uses this database, this bucket and this model of batches. */
export const settingsOf = (
  url: string,
  { storage, completions }: { readonly storage: string; readonly completions: Pick<Completions, 'host'> },
): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  SECRETS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ATELIER_DATABASE_CONNECTIONS: '6',
  ATELIER_SANDBOX_LIMIT: '4',
  ATELIER_OBJECTS: `s3://soak?region=us-east-1&endpoint=${encodeURIComponent(storage)}`,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  ATELIER_FETCH_PRIVATE_HOSTS: completions.host,
  ATELIER_EGRESS_HOSTS: 'none',
  ATELIER_SSH: 'off',
  ATELIER_LOG_LEVEL: process.env.ATELIER_TEST_LOG_LEVEL ?? 'fatal',
})
