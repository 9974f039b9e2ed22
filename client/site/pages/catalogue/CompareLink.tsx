import { Arrow } from '../../../ui/Icon.tsx'

/** Leads to where two or three products of the group are chosen. */
export const CompareLink = ({ group }: { group: string }) => (
  <a className="more row accent" href={`/product/compare?locationId=${group}`}>
    比较参数
    <Arrow />
  </a>
)
