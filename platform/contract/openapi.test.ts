import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { to } from './access.ts'
import { openApiDocument } from './openapi.ts'
import { contract, operation } from './operation.ts'

const { getShop, listShops } = contract({
  getShop: operation({
    method: 'GET',
    path: '/v1/api/shops/{id}',
    reach: 'call',
    summary: 'Read a shop',
    access: to('agency'),
    deprecated: { since: '1.1.0', instead: 'Use listShops.' },
    replies: { 200: Type.Object({ name: Type.String({ deprecated: true }) }) },
    audit: { refusals: 'shop.get' },
  }),
  listShops: operation({
    method: 'GET',
    path: '/v1/api/shops',
    reach: 'call',
    summary: 'List shops',
    access: to('agency'),
    replies: { 200: Type.Array(Type.String()) },
    audit: { refusals: 'shop.list' },
  }),
})

test('an operation and a field that are announced as deprecated are so in the document, with their replacement', () => {
  const paths = openApiDocument([getShop, listShops], { version: '1.1.0' }).paths as Record<
    string,
    { readonly get: object }
  >
  expect(paths['/v1/api/shops/{id}']!.get).toMatchObject({
    deprecated: true,
    description: expect.stringMatching(/^Deprecated since 1\.1\.0: Use listShops\./),
    responses: { 200: { content: { 'application/json': { schema: { properties: { name: { deprecated: true } } } } } } },
  })
  expect(paths['/v1/api/shops']!.get).not.toHaveProperty('deprecated')
})
