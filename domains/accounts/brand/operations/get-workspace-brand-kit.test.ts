import { expect, test } from 'vitest'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getWorkspaceBrandKit, saveWorkspaceBrandKit } from '../contract.ts'

const server = await testServer()

test('200 with an empty draft before the first save', async () => {
  const { member } = await scene(server)
  const { status, body } = await member.call(getWorkspaceBrandKit)
  expect([status, body]).toEqual([
    200,
    {
      draft: {
        revision: 0,
        name: null,
        slug: null,
        tagline: null,
        website: null,
        supportEmail: null,
        logo: null,
        icon: null,
        colors: { primary: null, accent: null, background: null, text: null },
        fonts: { heading: null, body: null },
      },
      updatedAt: null,
      published: null,
      unpublishedFields: [],
      contrast: [
        { color: 'text', on: 'background', ratio: 17.16, needs: 4.5, passes: true, correction: null },
        { color: 'primary', on: 'background', ratio: 6.82, needs: 3, passes: true, correction: null },
        { color: 'accent', on: 'background', ratio: 6.82, needs: 3, passes: true, correction: null },
      ],
      extraction: null,
    },
  ])
})

test('200 shows a workspace only its own brand', async () => {
  const [{ owner }, neighbour] = await Promise.all([scene(server), scene(server)])
  await owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'Acme' } } })
  expect((await owner.call(getWorkspaceBrandKit)).body.draft.name).toBe('Acme')
  expect((await neighbour.owner.call(getWorkspaceBrandKit)).body.draft.name).toBeNull()
})
