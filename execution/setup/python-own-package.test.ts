import { expect, test } from 'vitest'
import { ownPackage } from './python-own-package.ts'

const of = (text: string) => Object.fromEntries(ownPackage(new Map([['pyproject.toml', text]])))

test('a project has the record that an installer would leave, with its version and its entry points', () => {
  const project =
    '[project]\nname = "My.Shop"\nversion = "1.2"\n[project.scripts]\nshop = "shop:main"\n[project.entry-points.pytest11]\nshop = "shop.plugin"\n'
  expect(of(project)).toEqual({
    'own-package/my_shop-1.2.dist-info/METADATA': 'Metadata-Version: 2.1\nName: My.Shop\nVersion: 1.2\n',
    'own-package/my_shop-1.2.dist-info/entry_points.txt':
      '[console_scripts]\nshop = shop:main\n[pytest11]\nshop = shop.plugin\n',
  })
  expect(Object.keys(of('[tool.poetry]\nname = "shop"\nversion = "2"\n'))[0]).toContain('/shop-2.dist-info/')
  expect(Object.keys(of('[project]\nname = "shop"\ndynamic = ["version"]\n'))[0]).toContain('/shop-0.0.0.dist-info/')
})

test('names that lead elsewhere, and files that are no manifest, leave nothing', () => {
  for (const text of ['[project]\nname = "../a"\n', '[project]\nversion = "1"\n', 'not = [toml', ''])
    expect(of(text)).toEqual({})
  const hostile = '[project]\nname = "a"\n[project.scripts]\nx = "a\\n[evil]\\ny = b"\n'
  expect(JSON.stringify(of(hostile))).not.toContain('evil')
})
