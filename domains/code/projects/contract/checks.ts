import { Type } from 'typebox'
import { newNameText, oneOf, text } from '../../../../platform/contract/schema.ts'

const reportFormats = ['junit', 'tap', 'vitest', 'jest', 'mocha', 'go', 'cargo'] as const

export const coverageFormats = ['lcov', 'cobertura', 'istanbul', 'go', 'jacoco'] as const

/** A path of a file in the repository, with stars. It holds no other character that a shell makes something of. */
const pathPattern = '^(?!/)(?!(.*/)?[.][.](/|$))[\\w.@+*/-]+$'

/** Like the pattern before, without names that no path has: `.`, an empty name, a slash at the end. */
const filesPattern = '^(?!/)(?!(.*/)?[.]{1,2}(/|$))(?!.*/(/|$))[\\w.@+*/-]+$'

/** Where a check leaves its report of the tests, for runners that are not recognised by their command. */
const CheckReport = Type.Object(
  {
    path: text(1, 300, {
      pattern: pathPattern,
      description: 'Relative to the repository; `*` stands for any characters of a name',
      examples: ['target/surefire-reports/TEST-*.xml'],
    }),
    format: oneOf(reportFormats),
  },
  { additionalProperties: false },
)

/** Where a check writes its coverage, if that is no usual place of its runner. */
const CheckCoverageFile = Type.Object(
  {
    path: text(1, 300, {
      pattern: filesPattern,
      description: 'Relative to the repository; `*` stands for any characters of a name, `**` for any folders',
      examples: ['packages/*/coverage/lcov.info'],
    }),
    format: oneOf(coverageFormats),
  },
  { additionalProperties: false },
)

export const Check = Type.Object(
  {
    name: newNameText(60),
    command: text(1, 2_000),
    report: Type.Optional(CheckReport),
    coverage: Type.Optional(CheckCoverageFile),
    secrets: Type.Optional(
      Type.Array(text(1, 200), {
        maxItems: 50,
        uniqueItems: true,
        description: 'Names of secrets of the project that this command gets as environment variables',
        examples: [['STRIPE_API_KEY']],
      }),
    ),
    artifacts: Type.Optional(
      Type.Array(text(1, 300, { pattern: filesPattern }), {
        maxItems: 20,
        uniqueItems: true,
        description:
          'Files that it leaves behind and that are kept: `*` stands for any characters of a name, `**` for any folders',
        examples: [['coverage/**', 'screenshots/*.png']],
      }),
    ),
  },
  { additionalProperties: false },
)
