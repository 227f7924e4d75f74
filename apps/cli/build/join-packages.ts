import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { joinedName, joinedPackages } from '../joined-packages.ts'

/** Joins the packages that commands read into few files, whole, in a folder that is not there yet. */
export const joinPackages = async (folder: string): Promise<void> => {
  const under = `${folder}.${process.pid}`
  try {
    const joining = await rolldown({
      input: Object.fromEntries(joinedPackages.map((name) => [joinedName(name), `whole:${name}`])),
      plugins: [wholePlugin],
      cwd: join(import.meta.dirname, '../../..'),
      platform: 'node',
      tsconfig: false,
    })
    await joining.write({ dir: under, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'of-[name].mjs' })
    await joining.close()
    await writeFile(join(under, 'stamp'), '')
    // Another one that joined the same meanwhile has done as well.
    await rename(under, folder).catch(() => undefined)
  } finally {
    await rm(under, { recursive: true, force: true })
  }
}

/** A package with each name that Node finds in it, also where it is no module of ECMAScript. */
const wholePlugin: Plugin = {
  name: 'atelier-whole-packages',
  resolveId: (id) => (id.startsWith('whole:') ? id : undefined),
  load: async (id) => {
    if (!id.startsWith('whole:')) return undefined
    const name = JSON.stringify(id.slice('whole:'.length))
    const exported = (await import(id.slice('whole:'.length))) as Readonly<Record<string, unknown>>
    if (!('module.exports' in exported)) return `export * from ${name}\nexport { default } from ${name}`
    const names = Object.keys(exported).filter((one) => one !== 'default' && one !== 'module.exports')
    return `import all from ${name}\nexport default all\nexport const { ${names.join(', ')} } = all`
  },
}
