import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveRegistry, type FakeRegistry } from './serve.ts'

/** A gem of one file, `lib/<name>.rb`. */
export interface Gem {
  readonly name: string
  readonly version: string
  readonly source: string
}

const specOf = ({ name, version }: Gem) =>
  `Gem::Specification.new do |spec|\n  spec.name = '${name}'\n  spec.version = '${version}'\n  spec.summary = 'A gem of a test'\n` +
  `  spec.authors = ['Atelier']\n  spec.files = ['lib/${name}.rb']\nend\n`

/** A registry of gems on loopback, made by the RubyGems of the machine. */
export const rubygems = async (gems: readonly Gem[]): Promise<FakeRegistry> => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-gems-'))
  mkdirSync(join(folder, 'gems'))
  for (const gem of gems) {
    const source = join(folder, gem.name)
    mkdirSync(join(source, 'lib'), { recursive: true })
    writeFileSync(join(source, 'gem.gemspec'), specOf(gem))
    writeFileSync(join(source, 'lib', `${gem.name}.rb`), gem.source)
    const target = join(folder, 'gems', `${gem.name}-${gem.version}.gem`)
    execFileSync('gem', ['build', '--silent', '--output', target, 'gem.gemspec'], { cwd: source, stdio: 'ignore' })
  }
  execFileSync('gem', ['generate_index', '--directory', folder], { stdio: 'ignore' })
  const registry = await serveRegistry((path) => {
    const file = join(folder, new URL(path, 'http://localhost').pathname)
    return statSync(file, { throwIfNoEntry: false })?.isFile()
      ? { type: 'application/octet-stream', body: readFileSync(file) }
      : undefined
  })
  return {
    ...registry,
    close: async () => {
      await registry.close()
      rmSync(folder, { recursive: true })
    },
  }
}
