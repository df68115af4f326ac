import { type ThemeConfig, theme } from 'antd';
import type { Look } from '../lib/look.ts';
import { palettes } from '../lib/palette.ts';

interface AntdLook extends Look {
  /** Whether anything may move; without it antd shows and hides at once. */
  motion: boolean;
  /** Whether the window is a phone's, where fingers press. */
  isPhone: boolean;
}

/** The product's look for antd, from the same colours as the style sheets. */
export function antdTheme({ scheme, density, motion, isPhone }: AntdLook): ThemeConfig {
  const colors = palettes[scheme];
  const algorithms = [scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm];
  if (density === 'compact') algorithms.push(theme.compactAlgorithm);
  return {
    algorithm: algorithms,
    // The build has the styles (`vite/antd-styles.ts`), for every look the same: what differs are custom properties.
    zeroRuntime: import.meta.env?.PROD ?? false,
    hashed: false,
    token: {
      colorPrimary: colors.brand,
      colorPrimaryHover: colors.brandHover,
      colorPrimaryBg: colors.brandSoft,
      colorLink: colors.brand,
      colorLinkHover: colors.brandHover,
      colorSuccess: colors.success,
      colorWarning: colors.warning,
      colorError: colors.danger,
      colorInfo: colors.info,
      // What antd derives from such dark colours is a grey.
      colorSuccessBg: colors.successSoft,
      colorSuccessBorder: colors.successSoft,
      colorWarningBg: colors.warningSoft,
      colorWarningBorder: colors.warningSoft,
      colorErrorBg: colors.dangerSoft,
      colorErrorBorder: colors.dangerSoft,
      colorInfoBg: colors.infoSoft,
      colorInfoBorder: colors.infoSoft,
      colorText: colors.ink,
      colorTextSecondary: colors.inkSoft,
      colorTextTertiary: colors.inkFaint,
      colorTextDescription: colors.inkFaint,
      // antd's own placeholder grey is under 2:1.
      colorTextPlaceholder: colors.inkFaint,
      colorBgLayout: colors.paper,
      colorBgContainer: colors.surface,
      colorBgElevated: scheme === 'dark' ? colors.raised : colors.surface,
      colorBorder: colors.lineStrong,
      colorBorderSecondary: colors.line,
      colorSplit: colors.line,
      borderRadius: 8,
      borderRadiusLG: 12,
      borderRadiusSM: 6,
      fontFamily: 'inherit',
      fontSize: 14,
      controlHeight: isPhone ? 40 : density === 'compact' ? 30 : 34,
      ...(isPhone && { controlHeightSM: 40 }),
      wireframe: false,
      motion,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: { primaryColor: colors.onBrand, fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none' },
      Table: {
        headerBg: colors.raised,
        headerColor: colors.inkSoft,
        headerSplitColor: 'transparent',
        headerSortActiveBg: colors.raised,
        headerSortHoverBg: colors.raised,
        bodySortBg: 'transparent',
        rowHoverBg: colors.raised,
        rowSelectedBg: colors.brandSoft,
        rowSelectedHoverBg: colors.brandSoft,
        cellPaddingBlock: density === 'compact' ? 7 : 12,
        cellPaddingInline: 14,
      },
      Pagination: { itemActiveColor: colors.brand },
      ...(isPhone && {
        Segmented: { trackPadding: 0 },
        Tabs: { horizontalItemGutter: 4, horizontalItemPadding: '12px 10px' },
      }),
      Tag: { defaultBg: colors.raised, defaultColor: colors.inkSoft },
      Form: { labelColor: colors.inkSoft, itemMarginBottom: 16 },
      Drawer: { paddingLG: 24 },
      Descriptions: { labelColor: colors.inkSoft, labelBg: colors.raised },
      Tooltip: scheme === 'dark' ? { colorBgSpotlight: '#33413b' } : { colorBgSpotlight: '#22302b' },
    },
  };
}
