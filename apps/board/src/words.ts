/** The board's words in both languages. */
export const words = {
  zh: {
    title: '商户数据看板',
    total: '商户总数',
    loading: '加载中...',
    retry: '重试',
    share: '占比',
    states: { PENDING: '待审核', ACTIVE: '正常', DISABLED: '停用', CLOSED: '已注销', REJECTED: '驳回' },
  },
  en: {
    title: 'Merchant board',
    total: 'Merchants in all',
    loading: 'Loading...',
    retry: 'Try again',
    share: 'Share',
    states: {
      PENDING: 'Pending',
      ACTIVE: 'Active',
      DISABLED: 'Disabled',
      CLOSED: 'Closed',
      REJECTED: 'Rejected',
    },
  },
} as const;
