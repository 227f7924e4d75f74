import { Type } from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'

/** The fate of a change that is shown, that is unverified, or whose tests prove less than before. */
export const reviewPolicies = ['ask', 'merge', 'refuse'] as const
type ReviewPolicy = (typeof reviewPolicies)[number]
/** The same of a checked change. */
export const checkedPolicies = ['ask', 'prose', 'merge', 'refuse'] as const
export const modelReviewing = ['on', 'required', 'off'] as const
export const probing = ['on', 'off'] as const
export const examining = ['off', 'shown', 'risky', 'always'] as const
export const packagesPolicies = ['named', 'ask', 'merge'] as const

/** How changes are reviewed, where something is said about it. */
export const Review = Type.Object(
  {
    shown: Type.Optional(
      Type.Unsafe<ReviewPolicy>({
        ...oneOf(reviewPolicies),
        description:
          'What happens to a change that only tests of its own author show: they fail without the change and pass with it, and no test of anybody else does. A person is asked (`ask`, the default), it is merged, or it is refused',
      }),
    ),
    checked: Type.Optional(
      Type.Unsafe<(typeof checkedPolicies)[number]>({
        ...oneOf(checkedPolicies),
        description:
          'The same for a change over which the checks still pass, while no test fails without it. With `prose`, a change of documentation or comments alone is merged, and a person is asked about any other',
      }),
    ),
    unverified: Type.Optional(
      Type.Unsafe<ReviewPolicy>({
        ...oneOf(reviewPolicies),
        description:
          'The same for a change that no check can judge: none ran, or those that ran fail before the change as well',
      }),
    ),
    weakened: Type.Optional(
      Type.Unsafe<ReviewPolicy>({
        ...oneOf(reviewPolicies),
        description: 'The same for a change after which the tests prove less than before',
      }),
    ),
    model: Type.Optional(
      Type.Unsafe<(typeof modelReviewing)[number]>({
        ...oneOf(modelReviewing),
        description:
          'Whether a model reads changes before they are merged; with `required`, a person is asked where it could not. By default what the instance says',
      }),
    ),
    probes: Type.Optional(
      Type.Unsafe<(typeof probing)[number]>({
        ...oneOf(probing),
        description:
          'Whether changes whose checks pass are probed for code that deceives the tests (`on`, the default). The verdict shows `off`',
      }),
    ),
    examiner: Type.Optional(
      Type.Unsafe<(typeof examining)[number]>({
        ...oneOf(examining),
        description:
          'Whether a model that does not see the change writes tests for it from the request: for no change (`off`), for changes that only their own tests show (`shown`, the default where a model is connected), for changes that are not proved, large, or touch money, access or migrations (`risky`), or for all',
      }),
    ),
    packages: Type.Optional(
      Type.Unsafe<(typeof packagesPolicies)[number]>({
        ...oneOf(packagesPolicies),
        description:
          'Whether a person decides about packages that a change adds: about those that the title and description do not name (`named`, the default), about all, or about none',
      }),
    ),
  },
  { additionalProperties: false },
)
