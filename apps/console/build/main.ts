// Builds the console: node apps/console/build/main.ts FOLDER
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import { agencyConfiguration, portalConfiguration } from './vite-configuration.ts'

const compress = promisify(brotliCompress)
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to build into')
const built = resolve(folder)
const under = `${built}.${process.pid}`

/** Builds beside and renames, so that a server never reads half of a console. */
const main = async () => {
  await rm(under, { recursive: true, force: true })
  await mkdir(under, { recursive: true })
  await build(agencyConfiguration(under))
  await build(portalConfiguration(under))
  await compressAssets(join(under, 'assets'))
  await putInPlace()
}

/** Two builds at one time make equally good consoles. */
const putInPlace = async () => {
  const old = `${under}.old`
  await rename(built, old).catch(() => undefined)
  await rename(under, built).catch(() => undefined)
  await rm(old, { recursive: true, force: true })
}

const compressAssets = async (folder: string) => {
  const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }))
    }),
  )
}

// Every build, a test's as well, is a production build.
process.env.NODE_ENV = 'production'
try {
  await main()
} finally {
  await rm(under, { recursive: true, force: true })
}
