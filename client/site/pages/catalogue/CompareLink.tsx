import { MoreLink } from '../../../ui/MoreLink.tsx'

/** Leads to where two or three products of the group are chosen. */
export const CompareLink = ({ group }: { group: string }) => (
  <MoreLink href={`/product/compare?locationId=${group}`}>比较参数</MoreLink>
)
