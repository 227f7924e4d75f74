import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import { projectRoot } from './contracts-plugin.ts'
import { viteConfiguration } from './vite-configuration.ts'

const compress = promisify(brotliCompress)
const built = join(projectRoot, 'node_modules/.atelier-console')
const under = `${built}.${process.pid}`

/** Builds beside and renames, so that a server never reads half of a console. */
const main = async () => {
  const begun = new Date()
  await rm(under, { recursive: true, force: true })
  await mkdir(under)
  await build(viteConfiguration(under))
  await compressAssets(join(under, 'assets'))
  // bin/console.sh compares the sources with it: what changes during the build is newer.
  await writeFile(join(under, 'stamp'), '')
  await utimes(join(under, 'stamp'), begun, begun)
  await putInPlace()
}

/** Of two that build at one time, either one's console is as good. */
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

// Whoever builds, a test as well, gets what people get.
process.env.NODE_ENV = 'production'
try {
  await main()
} finally {
  await rm(under, { recursive: true, force: true })
}
