import { lineAt, type Rule } from './source.ts'

interface Banned {
  readonly pattern: RegExp
  readonly wrong: string
  readonly instead: string
  readonly where?: RegExp
}

const test = /\.test\.tsx?$/

const banned: readonly Banned[] = [
  {
    pattern: /https?:\/\/[^\s/'"`]*(registry|artifactory|nexus|verdaccio|npmjs)[^\s'"`]*|^\s*(@\w+:)?registry\s*=/gim,
    wrong: 'the address of a package registry',
    instead: 'Take it out: where packages come from is set on the machine.',
  },
  {
    pattern:
      /co-?authored-?by|(written|generated|made|authored) (by|with) (an? )?(ai|llm|language model|coding agent)\b/gi,
    wrong: 'a word about what wrote this',
    instead: 'Take it out: the text stands for itself.',
  },
  {
    pattern: /\b(nobody|somebody|anybody|whoever|whatever)\b/gi,
    wrong: 'a pronoun that names no one',
    instead: 'Say who or what: a person, no member, the server; see “Plain words” in CONTRIBUTING.md.',
    // Written by people; errors.md and access.md come from the contracts.
    where: /^(docs\/(?!(errors|access)\.md$)[^/]+\.md|decisions\/[^/]+\.md|(README|AGENTS|CONTRIBUTING|SECURITY)\.md)$/,
  },
  {
    pattern: /\/work\/(main|shared)\b|\/tmp\/briefs\b/g,
    wrong: 'a path of one machine',
    instead: 'Write a path from the project’s root.',
  },
  {
    pattern: /\b(test|it|describe|suite)\.only\(/g,
    wrong: 'the other tests would not run',
    instead: 'Take .only out.',
    where: test,
  },
  {
    pattern: /\b(test|it|describe|suite)\.(skip|todo)\((?!'[^']+ [^']+', \(\) => (\{\}|undefined)\))|\.skip\(\s*\)/g,
    wrong: 'a test is skipped without saying why',
    instead: 'Use test.skipIf(condition), or context.skip with a sentence that says what is missing.',
    where: test,
  },
]

/** Words that no file holds. */
export const words: Rule = (source) =>
  banned.flatMap(({ pattern, wrong, instead, where }) => {
    if (where && !where.test(source.path)) return []
    return [...source.text.matchAll(pattern)].map(({ index }) => ({
      path: source.path,
      line: lineAt(source, index),
      wrong,
      instead,
    }))
  })
