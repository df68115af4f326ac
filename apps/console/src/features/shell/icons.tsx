import {
  AppstoreOutlined,
  AuditOutlined,
  CreditCardOutlined,
  HomeOutlined,
  PayCircleOutlined,
  SettingOutlined,
  ShopOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { IconName } from '../../lib/screen.ts';

/** The pictures of the menu's groups. */
export const icons: Record<IconName, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  home: HomeOutlined,
  merchant: ShopOutlined,
  card: CreditCardOutlined,
  limit: PayCircleOutlined,
  platform: AppstoreOutlined,
  compliance: AuditOutlined,
  system: SettingOutlined,
  account: UserOutlined,
};
