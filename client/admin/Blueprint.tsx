/** The drawing beside the login form: a page of a site, on a computer and on a phone, with its dimensions. Decorative. */
export const Blueprint = () => (
  <div className="blueprint" aria-hidden="true">
    <svg viewBox="20 40 680 560" preserveAspectRatio="xMidYMax meet">
      <g strokeOpacity={0.5}>
        <path d="M60 60v24M560 60v24M60 72h500M660 300v280M648 300h24M648 580h24" />
        <path strokeDasharray="6 5" d="M300 152h236v96H300zM300 152l236 96M536 152l-236 96" />
        <path strokeDasharray="6 5" d="M84 300h128v72H84zM236 300h128v72H236zM460 300h-72v72h72M484 352h128v72H484z" />
      </g>
      <g strokeWidth={1.75}>
        <path d="M460 500H60V100h500v192M60 128h500M76 114h.1M92 114h.1M108 114h.1" />
        <path d="M84 168h160M84 192h120M84 392h128M84 412h88M236 392h128M236 412h88M84 456h352" />
        <path d="M460 300h176v280H460zM460 328h176M460 552h176M536 314h24M484 444h128M484 464h88M484 500h56v24h-56z" />
      </g>
      <path className="live" d="M84 216h88v32H84zM100 232h48M140 224l8 8-8 8" />
    </svg>
    <div className="blueprint-text">
      <p>官网内容，一处管理</p>
      <span>产品 · 新闻 · 轮播图 · 客户线索 · 网站设置</span>
    </div>
  </div>
)
