import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../testing/runner/costs.ts'
import { gemRequirements, literalGemfile } from './gem-requirements.ts'

const read = (files: Readonly<Record<string, string>>) => gemRequirements(new Map(Object.entries(files)))
const gemsOf = (Gemfile: string, more: Readonly<Record<string, string>> = {}) => [...read({ Gemfile, ...more }).gems]

test('gems are read with their constraints, in groups and with options', () => {
  expect(
    gemsOf(
      [
        'source "https://rubygems.org"',
        'ruby ">= 3.0"',
        'gem "rake" # builds',
        "gem 'rack', '~> 3.1', '>= 3.1.2', require: false",
        "gem('rspec', ['>= 3', '< 4'])",
        'group :development do',
        "  gem 'debug', :platforms => [:mri]",
        "  gem 'jruby-openssl', platforms: :jruby",
        "  gem 'json' if RUBY_VERSION > '3'",
        'end',
      ].join('\n'),
    ),
  ).toEqual([
    ['rake', []],
    ['rack', ['~> 3.1', '>= 3.1.2']],
    ['rspec', ['>= 3', '< 4']],
    ['debug', []],
    ['json', []],
  ])
})

test('the gems of a gemspec come with its Gemfile', () => {
  const spec = [
    'Gem::Specification.new do |spec|',
    '  spec.version = Shop::VERSION',
    '  spec.add_dependency "rack", ">= 2"',
    "  spec.add_development_dependency('minitest', '~> 5.0')",
    'end',
  ].join('\n')
  expect(gemsOf("gemspec\ngem 'rack', '< 4'\n", { 'shop.gemspec': spec })).toEqual([
    ['rack', ['>= 2', '< 4']],
    ['minitest', ['~> 5.0']],
  ])
  expect(gemsOf("gem 'rack'\n", { 'shop.gemspec': spec })).toEqual([['rack', []]])
})

test.each([
  ['a name that is worked out', 'gem name\n', /its Gemfile works gems out/],
  ['a version that is worked out', "gem 'rack', VERSION\n", /its Gemfile works gems out/],
  ['another file', "eval_gemfile 'other'\n", /its Gemfile works gems out/],
  ['a loop', '%w[a b].each { |name| gem name }\n', /its Gemfile works gems out/],
  ['a gem of git', "gem 'rack', github: 'rack/rack'\n", /takes rack from git or a folder/],
  ['a folder', "gem 'own', :path => 'own'\n", /takes own from git or a folder/],
  ['a gemspec that is not there', 'gemspec\n', /its gemspec works gems out/],
])('%s is refused in a sentence', (_, Gemfile, sentence) => expect(read({ Gemfile }).refused).toMatch(sentence))

test('requirements for Bundler have names and constraints only of a fixed form', () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const text = literalGemfile(read({ Gemfile: `gem '${one}', "${other}"\ngem "rake", "~> 13"\n` }))
      for (const line of text.trim().split('\n').slice(1))
        expect(line).toMatch(/^gem '[A-Za-z0-9][\w.-]*'(, '[\w.~<>=! -]*')*$/)
    }),
  ))

test('hostile files are read in time', () => {
  const startedMs = cpuTime().ownMs
  read({ Gemfile: `gem 'a'${", '1'".repeat(100_000)}\ngem 'a'${' '.repeat(200_000)}` })
  read({ Gemfile: `gem 'a', ${'['.repeat(200_000)}\n${"gem 'a', ['1', ".repeat(5_000)}` })
  expect(cpuTime().ownMs - startedMs).toBeLessThan(5_000)
})
