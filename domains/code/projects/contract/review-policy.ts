import { Type } from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'

/** The fate of a change that is shown, that is unverified, or whose tests prove less than before. */
export const reviewPolicies = ['ask', 'merge', 'refuse'] as const
export type ReviewPolicy = (typeof reviewPolicies)[number]
/** Policies of a checked change; `prose` merges only documentation and comments, and asks about all others. */
export const checkedPolicies = ['ask', 'prose', 'merge', 'refuse'] as const
export type CheckedPolicy = (typeof checkedPolicies)[number]
/** Whether a model reads changes before they are merged; `required` asks a person if it could not. */
export const modelReviewing = ['on', 'required', 'off'] as const
export type ModelReviewing = (typeof modelReviewing)[number]
/** Whether changes are probed for code that deceives the tests. */
export const probing = ['on', 'off'] as const
export type Probing = (typeof probing)[number]
/** Which changes a model writes tests for without seeing them. */
export const examining = ['off', 'shown', 'risky', 'always'] as const
export type Examining = (typeof examining)[number]
/** Whether a person decides about added packages: packages that the request does not name, all, or no packages. */
export const packagesPolicies = ['named', 'ask', 'merge'] as const
export type PackagesPolicy = (typeof packagesPolicies)[number]

/** How changes are reviewed, as far as it is set. */
export const Review = Type.Object(
  {
    shown: Type.Optional(
      oneOf(reviewPolicies, {
        description:
          'What happens to a change that only tests of its own author show: they fail without the change and pass with it, and no test of anybody else does. A person is asked (`ask`, the default), it is merged, or it is refused',
      }),
    ),
    checked: Type.Optional(
      oneOf(checkedPolicies, {
        description:
          'The policy for a change over which the checks still pass, while no test fails without it. With `prose`, a change of only documentation or comments is merged, and a person is asked about any other',
      }),
    ),
    unverified: Type.Optional(
      oneOf(reviewPolicies, {
        description:
          'The policy for a change that no check can judge: none ran, or those that ran fail before the change as well',
      }),
    ),
    weakened: Type.Optional(oneOf(reviewPolicies, { description: 'The policy for a change that weakens the tests' })),
    model: Type.Optional(
      oneOf(modelReviewing, {
        description:
          'Whether a model reads changes before they are merged; with `required`, a person is asked if it could not. By default the setting of the instance',
      }),
    ),
    probes: Type.Optional(
      oneOf(probing, {
        description:
          'Whether changes whose checks pass are probed for code that deceives the tests (`on`, the default). The verdict shows `off`',
      }),
    ),
    examiner: Type.Optional(
      oneOf(examining, {
        description:
          'Whether a model that does not see the change writes tests for it from the request: for no change (`off`), for changes that only their own tests show (`shown`, the default if a model is connected), for changes that are not proved, large, or touch money, access or migrations (`risky`), or for all',
      }),
    ),
    packages: Type.Optional(
      oneOf(packagesPolicies, {
        description:
          'Whether a person decides about packages that a change adds: about packages that the title and description do not name (`named`, the default), about all, or about none',
      }),
    ),
  },
  { additionalProperties: false },
)
