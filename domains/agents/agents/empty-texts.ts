type Texts = Readonly<Partial<Record<'description' | 'instructions', string | null>>>

/** A body of an agent whose empty texts are null, as those of an agent without them. */
export const withoutEmptyTexts = <Body extends Texts>(body: Body): Body => ({
  ...body,
  ...(body.description === '' && { description: null }),
  ...(body.instructions === '' && { instructions: null }),
})
