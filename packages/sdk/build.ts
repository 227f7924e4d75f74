/** Builds the package into `dist/`, and with `--pack FOLDER` makes its tarball there. */
import { execFileSync } from 'node:child_process'
import { glob, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { writeSources } from './generate.ts'

const folder = import.meta.dirname

/** One module, and the types of each source beside it. Returns the size of the module, as it is and compressed. */
export const buildPackage = async (dist = join(folder, 'dist')) => {
  await writeSources()
  await rm(dist, { recursive: true, force: true })
  await build({
    input: join(folder, 'src/index.ts'),
    platform: 'neutral',
    tsconfig: false,
    output: { file: join(dist, 'index.js'), format: 'esm' },
  })
  const compiler = join(folder, '../../node_modules/typescript-native/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', folder, '--outDir', dist], { stdio: 'inherit' })
  for await (const file of glob('*.d.ts', { cwd: dist })) {
    const path = join(dist, file)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  const code = await readFile(join(dist, 'index.js'))
  return { sizeBytes: code.length, compressedBytes: gzipSync(code).length }
}

/** Packs the build in `from` into a tarball in `into`, and returns its path. */
export const packPackage = (into: string, from = folder): string => {
  const folderOfPack = resolve(into)
  const output = execFileSync('npm', ['pack', '--silent', '--offline', '--pack-destination', folderOfPack], {
    cwd: from,
    encoding: 'utf8',
  })
  return join(folderOfPack, output.trim())
}

if (import.meta.main) {
  const { sizeBytes, compressedBytes } = await buildPackage()
  process.stdout.write(`dist/index.js has ${sizeBytes} bytes, ${compressedBytes} compressed by gzip\n`)
  const at = process.argv.indexOf('--pack')
  const into = process.argv[at + 1]
  if (at > 0 && into !== undefined) {
    const path = packPackage(into)
    process.stdout.write(`${path} has ${(await stat(path)).size} bytes\n`)
  }
}
