import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import {
  createProjectImport,
  createProjectImportScan,
  finalizeProjectImport,
  getProjectImport,
  uploadProjectImportBundle,
} from '../../domains/code/imports/contract.ts'
import { Sample } from './samples.ts'
import { tarOf } from './tar.ts'
import type { Caller, Reply } from '../caller.ts'
import { hashOf, importBody, inFolder, type Bundle } from '../repository.ts'

type Change = Readonly<Record<string, unknown>>

/** Begins an import and gives its id. */
export const beginImport = async (caller: Caller, bundle: Bundle, change: Change = {}): Promise<string> => {
  const { status, body } = await caller.call(createProjectImport, { body: importBody(bundle, change) })
  if (status !== 201) throw new Error(`createProjectImport: ${JSON.stringify(body)}`)
  return body.id as string
}

/** Sends a bundle and gives the answer. */
export const uploadBundle = async (
  caller: Caller,
  id: string,
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => {
  const input = { id, headers: { 'content-type': 'application/x-git-bundle', ...headers } }
  const response = await caller.open(uploadProjectImportBundle, input, { body: new Uint8Array(bytes) })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** An import whose bundle is uploaded. */
export const uploadedImport = async (caller: Caller, bundle: Bundle, change: Change = {}): Promise<string> => {
  const id = await beginImport(caller, bundle, change)
  const { status, body } = await uploadBundle(caller, id, bundle.bytes)
  if (status !== 200) throw new Error(`uploadProjectImportBundle: ${JSON.stringify(body)}`)
  return id
}

export const finalize = (caller: Caller, id: string, body: Change = {}): Promise<Reply> =>
  caller.call(finalizeProjectImport, { id, body: { protectedFiles: [], secrets: {}, ...body } })

export const importStatus = async (caller: Caller, id: string): Promise<string> =>
  (await caller.call(getProjectImport, { id })).body.status as string

/** A manifest with its hash, as the declaration of a bundle has it. */
export const sealed = (manifest: Change) => ({ manifest, manifestSha256: hashOf(Buffer.from(canonicalize(manifest)!)) })

/** The declaration of a caller who has not looked at the files. */
export const importBlindly = (bytes: Buffer, commitSha: string, branch = 'main'): Bundle => {
  const manifest = { version: 1, commitSha, files: [], protected: [], findings: [] }
  return { bytes, sha256: hashOf(bytes), commitSha, branch, ...sealed(manifest) }
}

/** A bundle of a sample that a test makes by hand, good or bad; `make` gives the commit that `main` is at. */
export const handmade = (make: (sample: Sample) => string): Promise<Bundle> =>
  inFolder(async (folder) => {
    const sample = new Sample(join(folder, 'sample'))
    const commitSha = make(sample)
    return importBlindly(await readFile(sample.bundle(join(folder, 'sample.bundle'))), commitSha)
  })

export const tarType = 'application/x-tar'
export const bundleType = 'application/x-git-bundle'

/** Has a bundle or an archive scanned, and gives the answer. */
export const scanSource = async (caller: Caller, bytes: Buffer, type: string, branch?: string): Promise<Reply> => {
  const input = { headers: { 'content-type': type }, ...(branch !== undefined && { query: { branch } }) }
  const response = await caller.open(createProjectImportScan, input, { body: new Uint8Array(bytes) })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** The declaration of an import that was scanned before. */
export const declaredScan = ({ body }: Reply, change: Change = {}) => {
  const { bundleSha256: sha256, commitSha, defaultBranch: branch, manifest, manifestSha256, bundleSize } = body
  const bundle = { bytes: Buffer.alloc(0), sha256, commitSha, branch, manifest, manifestSha256 } as Bundle
  return importBody(bundle, { bundleSize, ...change })
}

// In pieces, so that no scan of this repository finds it here.
export const leakedToken = ['ghp', 'a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8'].join('_')

/** An archive of a folder with a secret, a protected file, and what is left out. */
export const leakyFolder = () =>
  tarOf({
    'package.json': '{ "name": "shop" }',
    'src/pay.ts': `export const token = '${leakedToken}'\n`,
    '.env': 'STRIPE_KEY=1\n',
    '.gitignore': 'dist/\n',
    'dist/out.js': '1',
    '.git/config': '[core]\n',
    'out/link': { type: 'symlink', linkname: '../../elsewhere' },
  })
